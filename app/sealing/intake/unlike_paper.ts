import { PDFDict, PDFHexString, PDFNumber, PDFString, type PDFName, type PDFObject } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { SignedFile } from '../signed/signed_file.js'
import { rectangleOf, type SignedPage } from '../signed/signed_pages.js'
import { appearanceOf, paints } from './signed_appearance.js'

/** Flags of annotations (ISO 32000-2, table 167). */
const HIDDEN = 1 << 1
const PRINT = 1 << 2
const NO_VIEW = 1 << 5
const TOGGLE_NO_VIEW = 1 << 8
/** What readers draw no picture of where it brings none, or only the mark of a comment. */
const WITHOUT_PICTURE = ['Link', 'Popup', 'Text'].map(name)
const MAX_PARENTS = 32

/** Whether an annotation of a signed file draws something that does not show both on screen and on paper. */
export function isUnlikePaper(file: SignedFile, { dictionary }: SignedPage): boolean {
  return file.array(dictionary.get(name('Annots'))).some((listed) => {
    const annotation = file.resolve(listed)
    if (!(annotation instanceof PDFDict) || showsAlike(file, annotation)) return false
    const place = rectangleOf(file, annotation.get(name('Rect')))
    return place !== null && place.width > 0 && place.height > 0 && draws(file, annotation)
  })
}

/** On screen and on paper, or on neither: what could show a hidden one is refused elsewhere, as what acts. */
function showsAlike(file: SignedFile, annotation: PDFDict): boolean {
  const found = file.resolve(annotation.get(name('F')))
  const flags = found instanceof PDFNumber ? found.asNumber() : 0
  if ((flags & TOGGLE_NO_VIEW) !== 0) return false
  if ((flags & HIDDEN) !== 0) return true
  if ((flags & NO_VIEW) !== 0) return false
  return (flags & PRINT) !== 0 || holdsSignature(file, annotation)
}

/** Many programs leave the pictures of signatures off paper, and they are no text of the document. */
function holdsSignature(file: SignedFile, annotation: PDFDict): boolean {
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
