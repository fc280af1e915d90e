import { PDFDict, PDFName } from 'pdf-lib'
import { name } from '../pdf/names.js'
import { intersection, type PageBox, type Rectangle } from '../pdf/page_box.js'
import type { SignedFile } from '../signed/signed_file.js'
import { rectangleOf, type SignedPage } from '../signed/signed_pages.js'
import { AREAS } from './content/substitutes.js'

const QUARTER_TURN = 90
/** Points: programs round. */
const TOLERANCE = 1

/** What lets some programs, or paper, show another part of a page of a signed file than others, or turn it. */
export function unlikeAreas(file: SignedFile, pages: readonly SignedPage[]): string[] {
  const isTurnedOddly = pages.some(({ degrees }) => degrees % QUARTER_TURN !== 0)
  const isCutOddly = pages.some(({ box }) => !isCutWithin(box))
  return [
    ...areasBeyondPages(file, pages),
    ...(isTurnedOddly ? ['Rotate'] : []),
    ...(isCutOddly ? ['CropBox'] : []),
  ]
}

/** Of a CropBox that is wider than its page, some programs take no notice, and show all of that. */
function isCutWithin({ media, crop }: PageBox): boolean {
  const shared = intersection(media, crop)
  return (
    shared !== null &&
    crop.width - shared.width <= TOLERANCE &&
    crop.height - shared.height <= TOLERANCE
  )
}

/**
 * The preferences that let a page show otherwise than cut to its CropBox (ISO 32000-2, 12.2): what lies beyond that is seen nowhere
 * else.
 */
function areasBeyondPages(file: SignedFile, pages: readonly SignedPage[]): string[] {
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
