import { PDFDict, PDFHexString, PDFNumber, PDFString, type PDFName, type PDFObject } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { Rectangle } from '../pdf/page_box.js'
import type { SignedFile } from '../signed/signed_file.js'
import { rectangleOf, type SignedPage } from '../signed/signed_pages.js'
import { beneath, INK } from './second_engine/beneath.js'
import type { OpenedPage } from './second_engine/opened_page.js'
import { contrastOf } from './second_engine/raster_difference.js'
import { appearanceOf, paints } from './signed_appearance.js'

/** Flags of annotations (ISO 32000-2, table 167). */
const HIDDEN = 1 << 1
const PRINT = 1 << 2
const NO_VIEW = 1 << 5
const TOGGLE_NO_VIEW = 1 << 8
/** What readers draw no picture of where it brings none, or only the mark of a comment. */
const WITHOUT_PICTURE = ['Link', 'Popup', 'Text'].map(name)
/** What only some programs show as more than a picture, or printers in another way. */
const MORE_THAN_PICTURES = ['3D', 'RichMedia', 'Movie', 'TrapNet'].map(name)
const MAX_PARENTS = 32

/**
 * Whether a page of a signed file draws something that does not show both on screen and on paper. A signature may show on a screen alone, as
 * some programs write them, where it lies upon nothing: anybody can write such a field, to have people sign one text and print another.
 *
 * @param drawn  by the second engine; null where that cannot
 */
export function isUnlikePaper(
  file: SignedFile,
  { dictionary, box }: SignedPage,
  drawn: OpenedPage | null
): boolean {
  return file.array(dictionary.get(name('Annots'))).some((listed) => {
    const annotation = file.resolve(listed)
    if (!(annotation instanceof PDFDict)) return false
    const flags = flagsOf(file, annotation)
    if ((flags & HIDDEN) === 0 && isMoreThanPicture(file, annotation)) return true
    if (showsAlike(flags)) return false
    const place = rectangleOf(file, annotation.get(name('Rect')))
    if (place === null || place.width <= 0 || place.height <= 0 || !draws(file, annotation))
      return false
    const mayBe = drawn !== null && isSignatureOnScreen(file, annotation)
    return !mayBe || liesUponInk(drawn, box.seen(place))
  })
}

function liesUponInk(drawn: OpenedPage, place: Rectangle): boolean {
  const ground = beneath(drawn, place)
  return ground !== null && contrastOf(ground) > INK
}

function flagsOf(file: SignedFile, annotation: PDFDict): number {
  const found = file.resolve(annotation.get(name('F')))
  return found instanceof PDFNumber ? found.asNumber() : 0
}

/** On screen and on paper, or on neither: what could show a hidden one is refused elsewhere, as what acts. */
function showsAlike(flags: number): boolean {
  if ((flags & TOGGLE_NO_VIEW) !== 0) return false
  return (flags & HIDDEN) !== 0 || (flags & (NO_VIEW | PRINT)) === PRINT
}

/** A watermark may have a place of its own on paper (ISO 32000-2, 12.5.6.22). */
function isMoreThanPicture(file: SignedFile, annotation: PDFDict): boolean {
  const subtype = file.resolve(annotation.get(name('Subtype')))
  if (subtype === name('Watermark')) return annotation.has(name('FixedPrint'))
  return MORE_THAN_PICTURES.includes(subtype as PDFName)
}

function isSignatureOnScreen(file: SignedFile, annotation: PDFDict): boolean {
  if ((flagsOf(file, annotation) & (NO_VIEW | TOGGLE_NO_VIEW)) !== 0) return false
  if (file.resolve(annotation.get(name('Subtype'))) !== name('Widget')) return false
  const holds = (key: string) => inherited(file, annotation, key)
  return holds('FT') === name('Sig') && holds('V') instanceof PDFDict
}

function draws(file: SignedFile, annotation: PDFDict): boolean {
  const subtype = file.resolve(annotation.get(name('Subtype')))
  if (subtype === name('Popup')) return false
  if (annotation.has(name('AP'))) return paints(appearanceOf(file, annotation))
  if (subtype !== name('Widget')) return !WITHOUT_PICTURE.includes(subtype as PDFName)
  const holds = (key: string) => inherited(file, annotation, key)
  return holds('FT') !== name('Sig') && !isEmpty(holds('V'))
}

function isEmpty(value: PDFObject | undefined): boolean {
  if (value instanceof PDFString || value instanceof PDFHexString) return value.decodeText() === ''
  return value === undefined || value === name('Off')
}

/** Fields have what their parents have. */
function inherited(file: SignedFile, field: PDFDict, key: string) {
  let owner: PDFDict | undefined = field
  for (let above = 0; owner && above < MAX_PARENTS; above++) {
    const value = file.resolve(owner.get(name(key)))
    if (value) return value
    const parent = file.resolve(owner.get(name('Parent')))
    owner = parent instanceof PDFDict ? parent : undefined
  }
}
