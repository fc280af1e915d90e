import { randomInt } from 'node:crypto'
import PdfMalformed from '../../errors/pdf_malformed.js'
import type { RedrawnPage, Rewritten } from '../examined.js'
import { differenceOutside } from './raster_difference.js'
import type { OpenedFile } from './opened_file.js'
import type { OpenedPage } from './opened_page.js'
import type { SecondEngine } from './second_engine.js'

/** Up to here every page is drawn; of more, those that were changed, the first and last, and some that nobody can foresee. */
const ALL_PAGES = 24
const SURPRISES = 16
/** 36 dots an inch: a letter of ten points is five pixels high, and a changed digit shows. */
const SCALE = 0.5
/** Of 255: one engine draws the same twice with no difference, so this allows for rounding alone. */
const THRESHOLD = 48
const MAX_PIXELS = 3

/**
 * Holds the canonical form against the upload, both read by an engine that had no part in writing it:
 * the text of every page, and pictures of them. What parsers read in two ways ends here.
 *
 * @throws PdfMalformed, naming the page
 */
export function compare(engine: SecondEngine, original: Uint8Array, rewritten: Rewritten) {
  const after = engine.open(rewritten.canonical)
  if (!after) throw new PdfMalformed('a second program cannot read what it says')
  try {
    if (after.pageCount !== rewritten.pageCount) {
      throw new PdfMalformed('two programs disagree about how many pages it has')
    }
    const before = engine.open(original)
    // what only our parser could mend has nothing that it could contradict
    if (!before) return drawAll(after, rewritten.redrawn)
    try {
      compareFiles(before, after, rewritten)
    } finally {
      before.close()
    }
  } finally {
    after.close()
  }
}

function compareFiles(before: OpenedFile, after: OpenedFile, { redrawn }: Rewritten) {
  if (before.pageCount !== after.pageCount) {
    throw new PdfMalformed('two programs disagree about how many pages it has')
  }
  const sample = sampleOf(redrawn)
  redrawn.forEach((page, index) => {
    withPages(before.page(index), after.page(index), (one, other) => {
      const what = disagreement(one, other, sample.has(index), page)
      if (what) refuse(index, what)
    })
  })
}

/** A page that was left as it is. */
const UNCHANGED: RedrawnPage = { isChanged: false, isCut: false, places: [], unit: 1 }

/** What one page shows and the other does not; null where they are the same. */
export function disagreement(
  one: OpenedPage,
  other: OpenedPage,
  isDrawn: boolean,
  page = UNCHANGED
): string | null {
  if (!isSameText(one, other, page)) return 'says something else'
  return isDrawn && !isSameDrawing(one, other, page) ? 'looks different' : null
}

/** The pages to draw where none was changed, from 0. */
export function pagesToDraw(pageCount: number): Set<number> {
  return sampleOf(Array.from({ length: pageCount }, () => UNCHANGED))
}

function refuse(index: number, what: string): never {
  throw new PdfMalformed(`page ${index + 1} ${what} in one program than in another`)
}

function drawAll(file: OpenedFile, redrawn: RedrawnPage[]) {
  for (const index of sampleOf(redrawn)) {
    const page = file.page(index)
    page?.raster(SCALE)
    page?.close()
  }
}

/** The pages to draw. */
function sampleOf(redrawn: RedrawnPage[]): Set<number> {
  const all = redrawn.map((_, index) => index)
  if (redrawn.length <= ALL_PAGES) return new Set(all)
  const sample = new Set([0, redrawn.length - 1])
  redrawn.forEach(({ isChanged, unit }, index) => {
    if ((isChanged || unit !== 1) && sample.size < ALL_PAGES) sample.add(index)
  })
  const wanted = sample.size + SURPRISES
  while (sample.size < Math.min(wanted, redrawn.length)) sample.add(randomInt(redrawn.length))
  return sample
}

function withPages(
  before: OpenedPage | null,
  after: OpenedPage | null,
  work: (before: OpenedPage, after: OpenedPage) => void
) {
  try {
    if (before && after) work(before, after)
  } finally {
    before?.close()
    after?.close()
  }
}

/** What annotations said is text of the page now, behind its own; what layers hid is none any more. */
function isSameText(before: OpenedPage, after: OpenedPage, page: RedrawnPage): boolean {
  const { isChanged, isCut } = page
  if (isCut) return true
  const [text, rewritten] = [before.text(), after.text()]
  return isChanged ? rewritten.startsWith(text) : rewritten === text
}

function isSameDrawing(before: OpenedPage, after: OpenedPage, page: RedrawnPage): boolean {
  const { places, unit } = page
  const other = after.raster(SCALE)
  // this engine measures every page in its own units
  const isGrown = unit !== 1 && Math.abs(before.width * unit - after.width) < 1
  const one = isGrown ? before.rasterLike(other) : before.raster(SCALE)
  const scale = other.width / after.width
  return differenceOutside(one, other, places, scale, THRESHOLD) <= MAX_PIXELS
}
