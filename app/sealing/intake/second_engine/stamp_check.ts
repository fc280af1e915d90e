import { randomInt } from 'node:crypto'
import SealImpossible from '../../errors/seal_impossible.js'
import { testLabelBox } from '../../pages/test_mark.js'
import type { Rectangle } from '../../pdf/page_box.js'
import type { UnclearMark } from '../../plates.js'
import type { Mark } from '../../seal_order.js'
import { contrastOf, darkShareOf, differenceOutside, differsWithin } from './raster_difference.js'
import type { OpenedFile } from './opened_file.js'
import type { OpenedPage } from './opened_page.js'
import type { SecondEngine } from './second_engine.js'

/** What a sealed file must show. */
export interface Stamping {
  /** How long the canonical bytes are with which it begins. */
  canonicalBytes: number
  /** It has only pages that were added, and shows none of the canonical form. */
  isRecord: boolean
  /** Every page must carry the label of a test document. */
  isTest: boolean
  /** Of the sealed file. */
  pageCount: number
  /** Where something must show: values, signatures and initials. */
  marks: Mark[]
}

/** 36 dots an inch, as at intake. */
const SCALE = 0.5
/** Of 255. The watermark of a test document changes a pixel by 25 at most, and one engine draws the same twice with no difference. */
const THRESHOLD = 48
/** Ink and ground of a mark that a person still tells apart, above what the watermark changes. */
const SHOWS = 32
/** The label of a test document is red on white. */
const LABEL_CONTRAST = 96
const MAX_PIXELS = 3
/** What a black ground leaves on a plate is 38, and the watermark of a test document adds 25: ink is more. */
const SHOWS_ON_PLATE = 64
/** Of 255: ink on this is hard to read. */
const DARK = 96
/** A ground of which so much is dark gets a plate, even if some of the mark shows. */
const MOSTLY = 0.5
/** Pages that carry no mark are the canonical ones, object by object: the first, the last and some that nobody can foresee. */
const SURPRISES = 4
/** A look from near: the shorter side of a mark has so many pixels, and all of it at most so many. */
const NEAR_SIDE = 48
const NEAR_PIXELS = 2 ** 20
const NEAR_SCALE = 2

/**
 * Draws a sealed file by an engine that had no part in writing it, and holds it against the canonical form: every mark shows, and
 * nothing else has changed.
 *
 * @returns the marks that a plate may help; none that has one
 * @throws E_SEAL_IMPOSSIBLE, naming the page
 */
export function checkStamps(
  engine: SecondEngine,
  sealed: Uint8Array,
  stamping: Stamping
): UnclearMark[] {
  const after = engine.open(sealed)
  if (!after) throw new SealImpossible('a second program cannot open the sealed file')
  try {
    if (after.pageCount !== stamping.pageCount)
      throw new SealImpossible('two programs disagree about how many pages the sealed file has')
    const canonical = sealed.subarray(0, stamping.canonicalBytes)
    const before = stamping.isRecord ? null : engine.open(canonical)
    if (!before && !stamping.isRecord)
      throw new SealImpossible('a second program cannot open what it begins with')
    try {
      return new StampCheck(before, after, stamping).run()
    } finally {
      before?.close()
    }
  } finally {
    after.close()
  }
}

class StampCheck {
  #marks: Map<number, Mark[]>
  #unclear: UnclearMark[] = []

  constructor(
    readonly before: OpenedFile | null,
    readonly after: OpenedFile,
    readonly stamping: Stamping
  ) {
    this.#marks = Map.groupBy(stamping.marks, ({ page }) => page)
  }

  run(): UnclearMark[] {
    for (const page of this.#pages()) {
      const isAdded = page > this.#canonicalPages
      const original = isAdded ? null : this.before!.page(page - 1)
      const sealed = this.after.page(page - 1)
      try {
        if (!sealed || (!isAdded && !original)) refuse(page, 'cannot be drawn')
        if (original) this.#compare(page, original, sealed)
        else this.#checkAdded(page, sealed)
      } finally {
        original?.close()
        sealed?.close()
      }
    }
    return this.#unclear
  }

  get #canonicalPages(): number {
    return this.before?.pageCount ?? 0
  }

  /** All that carry a mark, the first and the last of the document and of what was added, and some by chance. */
  #pages(): Set<number> {
    const [own, all] = [this.#canonicalPages, this.stamping.pageCount]
    const pages = new Set(this.#marks.keys())
    for (const page of [1, own, own + 1, all]) if (page >= 1 && page <= all) pages.add(page)
    for (let draw = 0; draw < SURPRISES && own > 0; draw++) pages.add(randomInt(own) + 1)
    return pages
  }

  #compare(page: number, original: OpenedPage, sealed: OpenedPage) {
    const marks = this.#marks.get(page) ?? []
    const label = this.#label(page, sealed)
    const [one, other] = [original.raster(SCALE), sealed.raster(SCALE)]
    const scale = other.width / sealed.width
    for (const mark of marks) {
      const isSeen =
        differsWithin(one, other, mark, scale, THRESHOLD) || isSeenNear(original, sealed, mark)
      if (mark.hasPlate) {
        if (!isSeen || !stands(sealed, mark, SHOWS_ON_PLATE)) throw SealImpossible.hiding(mark)
      } else if (!isSeen || darkShareOf(one, mark, scale, DARK) > MOSTLY) {
        this.#unclear.push({ ...mark, isHidden: !isSeen })
      }
    }
    const places = [...marks, ...label]
    if (differenceOutside(one, other, places, scale, THRESHOLD) > MAX_PIXELS)
      refuse(page, 'has changed where nothing was stamped')
  }

  #checkAdded(page: number, sealed: OpenedPage) {
    this.#label(page, sealed)
    for (const mark of this.#marks.get(page) ?? []) {
      if (!stands(sealed, mark, SHOWS)) throw SealImpossible.hiding(mark)
    }
    if (sealed.text() === '') refuse(page, 'is empty, though something was written on it')
  }

  /** @returns the place of the label, where there is one */
  #label(page: number, sealed: OpenedPage): Rectangle[] {
    if (!this.stamping.isTest) return []
    const box = testLabelBox(sealed)
    const place = { ...box, y: sealed.height - box.y - box.height }
    const contrast = contrastOf(sealed.closeUp(place, nearScale(place)))
    if (contrast < LABEL_CONTRAST) refuse(page, 'does not show that it is a test document')
    return [place]
  }
}

/** Whether something within the mark stands out from the rest of it. */
function stands(sealed: OpenedPage, mark: Mark, contrast: number): boolean {
  return contrastOf(sealed.closeUp(mark, nearScale(mark))) > contrast
}

function isSeenNear(original: OpenedPage, sealed: OpenedPage, mark: Mark): boolean {
  const scale = nearScale(mark)
  const [one, other] = [original.closeUp(mark, scale), sealed.closeUp(mark, scale)]
  const whole = { x: 0, y: 0, width: one.width, height: one.height }
  return differsWithin(one, other, whole, 1, SHOWS)
}

function nearScale({ width, height }: Rectangle): number {
  const wanted = Math.max(NEAR_SCALE, NEAR_SIDE / Math.min(width, height))
  return Math.min(wanted, Math.sqrt(NEAR_PIXELS / (width * height)))
}

function refuse(page: number, what: string): never {
  throw new SealImpossible(`page ${page} of the sealed file ${what}`)
}
