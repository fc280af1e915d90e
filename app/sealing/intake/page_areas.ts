import { PDFDict, PDFName } from 'pdf-lib'
import { name } from '../pdf/names.js'
import { intersection, type Rectangle } from '../pdf/page_box.js'
import type { SignedFile } from '../signed/signed_file.js'
import { rectangleOf, type SignedPage } from '../signed/signed_pages.js'
import { AREAS } from './content/substitutes.js'

/**
 * The preferences of a signed file that let some readers, or paper, show a page otherwise than cut to its CropBox (ISO 32000-2, 12.2): what
 * lies beyond that is seen nowhere else.
 */
export function areasBeyondPages(file: SignedFile, pages: readonly SignedPage[]): string[] {
  const preferences = file.resolve(file.catalog.get(name('ViewerPreferences')))
  if (!(preferences instanceof PDFDict)) return []
  return AREAS.filter((area) => {
    const box = file.resolve(preferences.get(name(area)))
    return box instanceof PDFName && pages.some((page) => !isAsSeen(file, page, box))
  })
}

function isAsSeen(file: SignedFile, { dictionary, box }: SignedPage, named: PDFName): boolean {
  const seen = intersection(box.media, box.crop) ?? box.media
  const own = named === name('MediaBox') ? box.media : rectangleOf(file, dictionary.get(named))
  const area = named === name('CropBox') || own === null ? seen : intersection(box.media, own)
  return area !== null && isSame(area, seen)
}

function isSame(one: Rectangle, other: Rectangle): boolean {
  return (['x', 'y', 'width', 'height'] as const).every((key) => one[key] === other[key])
}
