import { PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFObject } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { Rectangle } from '../pdf/page_box.js'
import { plainStream } from '../signed/plain_stream.js'
import type { SignedFile } from '../signed/signed_file.js'
import { rectangleOf, type SignedPage } from '../signed/signed_pages.js'

/** Hidden, and not shown on a screen (ISO 32000-2, 12.5.3). */
const UNSEEN = 2 + 32
/** Operators that leave something on the page (ISO 32000-2, annex A). */
const PAINTS = /(?<![^\s\])>])(?:[fFsSbB]\*?|Tj|TJ|'|"|Do|sh|EI)(?![^\s[(</])/

/** More than forms have; what is beyond them only the seal notices. */
export const MAX_COVERED = 2_000

/**
 * Where fields of a signed file show something, a signature above all. Readers draw fields above all other annotations, so nothing that
 * is added to the page shows there.
 *
 * @returns in points, from the top left corner of the page as it is seen
 */
export function coveredPlaces(file: SignedFile, { dictionary, box }: SignedPage): Rectangle[] {
  return file.array(dictionary.get(name('Annots'))).flatMap((listed) => {
    const widget = file.resolve(listed)
    if (!(widget instanceof PDFDict) || !shows(file, widget)) return []
    const place = rectangleOf(file, widget.get(name('Rect')))
    return place ? [box.seen(place)] : []
  })
}

function shows(file: SignedFile, widget: PDFDict): boolean {
  if (file.resolve(widget.get(name('Subtype'))) !== name('Widget')) return false
  const flags = file.resolve(widget.get(name('F')))
  if (flags instanceof PDFNumber && (flags.asNumber() & UNSEEN) !== 0) return false
  const appearance = appearanceOf(file, widget)
  return appearance instanceof PDFRawStream && paints(appearance)
}

/** The normal one, of the state that the field is in. */
function appearanceOf(file: SignedFile, widget: PDFDict): PDFObject | undefined {
  const all = file.resolve(widget.get(name('AP')))
  const normal = all instanceof PDFDict ? file.resolve(all.get(name('N'))) : undefined
  if (!(normal instanceof PDFDict)) return normal
  const state = file.resolve(widget.get(name('AS')))
  return state instanceof PDFName ? file.resolve(normal.get(state)) : undefined
}

/** One that cannot be read here may be read elsewhere. */
function paints(appearance: PDFRawStream): boolean {
  try {
    return PAINTS.test(plainStream(appearance).toString('latin1'))
  } catch {
    return true
  }
}
