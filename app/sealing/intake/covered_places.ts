import { PDFDict, PDFNumber } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { Rectangle } from '../pdf/page_box.js'
import type { SignedFile } from '../signed/signed_file.js'
import { rectangleOf, type SignedPage } from '../signed/signed_pages.js'
import { appearanceOf, paints } from './signed_appearance.js'

/** Hidden, and not shown on a screen (ISO 32000-2, 12.5.3). */
const UNSEEN = 2 + 32
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
  return paints(appearanceOf(file, widget))
}
