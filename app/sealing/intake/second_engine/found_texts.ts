import type { Rectangle } from '../../pdf/page_box.js'
import { FoldedText } from './folded_text.js'
import type { TextReading } from './opened_page.js'
import type { SecondEngine } from './second_engine.js'

/** A text that is looked for in a file. */
export interface SoughtText {
  text: string
  ignoresCase: boolean
  /** From 1; null for any. */
  page: number | null
  /** From 1, counted from the first of these pages; null for all. */
  occurrence: number | null
}

/** In points, from the top left corner of the page as it is seen. */
export interface TextPlace extends Rectangle {
  /** From 1. */
  page: number
}

export interface FoundText {
  /** How often it was met, until what is sought was found. */
  count: number
  /** None, the one that is sought, or all. */
  places: TextPlace[]
}

/** More than a document may have fields, so that too many are refused as such. */
const MOST_PLACES = 1_000

/**
 * Where texts stand in a file, in the order of its pages.
 *
 * @param canonical  of an upload; runs in a process that may be killed
 */
export function foundTexts(
  engine: SecondEngine,
  canonical: Uint8Array,
  sought: readonly SoughtText[]
): FoundText[] {
  const searches = sought.map((text) => new Search(text))
  const places = () => searches.reduce((sum, { found }) => sum + found.places.length, 0)
  const file = engine.open(canonical)
  if (!file) return searches.map(({ found }) => found)
  try {
    for (let index = 0; index < file.pageCount && places() <= MOST_PLACES; index++) {
      const open = searches.filter((search) => search.goesOnAt(index + 1))
      if (open.length === 0) continue
      const page = file.page(index)
      if (!page) continue
      page.read((reading) => searchPage(open, reading, index + 1))
      page.close()
    }
  } finally {
    file.close()
  }
  return searches.map(({ found }) => found)
}

function searchPage(searches: readonly Search[], reading: TextReading, page: number): void {
  const folded = new Map<boolean, FoldedText>()
  for (const search of searches) {
    const { ignoresCase } = search.sought
    const text = folded.get(ignoresCase) ?? new FoldedText(reading.said, ignoresCase)
    folded.set(ignoresCase, text)
    search.read(text, reading, page)
  }
}

class Search {
  readonly found: FoundText = { count: 0, places: [] }
  #folded: FoldedText

  constructor(readonly sought: SoughtText) {
    this.#folded = new FoldedText(sought.text, sought.ignoresCase)
  }

  goesOnAt(page: number): boolean {
    const { page: only, occurrence } = this.sought
    return (
      (only === null || only === page) && (occurrence === null || this.found.count < occurrence)
    )
  }

  read(text: FoldedText, { boxOf }: TextReading, page: number): void {
    const { found, sought } = this
    for (const { from, length } of text.stretchesOf(this.#folded)) {
      if (!this.goesOnAt(page) || found.places.length > MOST_PLACES) return
      const isWanted = sought.occurrence === null || found.count + 1 === sought.occurrence
      const box = isWanted ? boxOf(from, length) : null
      // of letters without any extent nobody could say where they stand
      if (box && box.width === 0 && box.height === 0) continue
      found.count++
      if (box) found.places.push({ page, ...box })
    }
  }
}
