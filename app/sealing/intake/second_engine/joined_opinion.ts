import PdfMalformed from '../../errors/pdf_malformed.js'
import type { Examined } from '../examined.js'
import type { OpenedFile } from './opened_file.js'
import type { SecondEngine } from './second_engine.js'
import { disagreement, pagesToDraw } from './second_opinion.js'

/** Of points: pages that differ by less are the same size. */
const TOLERANCE = 0.01

/**
 * Holds each page of files that were joined against the page that it became, both drawn by an engine that had no part in joining them.
 *
 * @throws PdfMalformed, naming the page
 */
export function compareJoined(
  engine: SecondEngine,
  files: readonly Uint8Array[],
  { canonical, pageCount }: Examined
): void {
  const after = engine.open(canonical)
  if (!after) throw new PdfMalformed('a second program cannot read what its files became')
  try {
    const drawn = pagesToDraw(pageCount)
    let first = 0
    for (const file of files) first += compareFile(engine, file, { after, first, drawn })
    if (first !== pageCount || after.pageCount !== pageCount)
      throw new PdfMalformed('two programs disagree about how many pages it has')
  } finally {
    after.close()
  }
}

interface Joined {
  after: OpenedFile
  /** How many pages stand before those of the file. */
  first: number
  drawn: ReadonlySet<number>
}

/** @returns how many pages it has */
function compareFile(engine: SecondEngine, file: Uint8Array, { after, first, drawn }: Joined) {
  const before = engine.open(file)
  if (!before) throw new PdfMalformed('a second program cannot read one of its files')
  try {
    for (let index = 0; index < before.pageCount; index++)
      comparePage(before, index, { after, first, drawn })
    return before.pageCount
  } finally {
    before.close()
  }
}

function comparePage(before: OpenedFile, index: number, { after, first, drawn }: Joined) {
  const at = first + index
  const [one, other] = [before.page(index), after.page(at)]
  try {
    if (!one || !other) throw new PdfMalformed(`page ${at + 1} is lost among the others`)
    const isSameSize =
      Math.abs(one.width - other.width) < TOLERANCE &&
      Math.abs(one.height - other.height) < TOLERANCE
    const what = isSameSize ? disagreement(one, other, drawn.has(at)) : 'has another size'
    if (what) throw new PdfMalformed(`page ${at + 1} ${what} beside the other files`)
  } finally {
    one?.close()
    other?.close()
  }
}
