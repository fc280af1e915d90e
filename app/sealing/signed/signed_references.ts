import { PDFNumber, type PDFContext, type PDFDict, type PDFRef } from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'
import { name } from '../pdf/names.js'
import type { FileIndex } from '../pdf/indexed_file.js'
import {
  bodyAt,
  isTable,
  sizeOf,
  streamAt,
  tableAt,
  type Location,
  type ReferenceSection,
} from './reference_section.js'

/** As far from the end as readers look for the last table. */
const TAIL_BYTES = 2048
/** Somebody signs, adds a time stamp and proofs, and the next one does: a few sections each. */
const MAX_SECTIONS = 256
const MAX_OBJECTS = 1_000_000

/**
 * Where each object of a file that others have written and signed is: by its tables, as every reader has it, and by nothing else. A
 * file that would have to be mended to be read is refused.
 */
export class SignedReferences implements FileIndex {
  readonly startsAt: number
  readonly trailer: PDFDict
  readonly isStream: boolean
  #locations = new Map<number, Location | null>()
  #file: Buffer

  /** @throws E_NOT_OUR_PDF */
  constructor(
    bytes: Uint8Array,
    readonly context: PDFContext
  ) {
    this.#file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.startsAt = this.#newestSection()
    this.isStream = !isTable(this.#file, this.startsAt)
    this.trailer = this.#readSections()
  }

  get size(): number {
    let size = sizeOf(this.trailer)
    for (const number of this.#locations.keys()) if (number >= size) size = number + 1
    return size
  }

  get numbers(): number[] {
    return [...this.#locations].flatMap(([number, location]) => (location ? [number] : []))
  }

  /** The streams that its objects are packed into. */
  get containers(): Set<number> {
    const containers = new Set<number>()
    for (const location of this.#locations.values())
      if (location?.kind === 'packed') containers.add(location.container)
    return containers
  }

  location(number: number): Location | null {
    return this.#locations.get(number) ?? null
  }

  bodyOffset({ objectNumber, generationNumber }: PDFRef): number | undefined {
    const location = this.location(objectNumber)
    if (location?.kind !== 'plain' || location.generation !== generationNumber) return undefined
    return bodyAt(this.#file, location.offset, objectNumber)
  }

  #newestSection(): number {
    const tail = this.#file.subarray(-TAIL_BYTES).toString('latin1')
    const found = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail)
    if (!found) throw new NotOurPdf('it does not end as such files end')
    return Number(found[1])
  }

  /** The newest first: what it lists counts, and what it does not list is in those before it. */
  #readSections(): PDFDict {
    const seen = new Set<number>()
    const entered = new Set<number>()
    let newest: PDFDict | undefined
    for (let offset: number | null = this.startsAt; offset !== null;) {
      if (seen.has(offset) || seen.size === MAX_SECTIONS)
        throw new NotOurPdf('its tables go in circles')
      seen.add(offset)
      const read = isTable(this.#file, offset) ? tableAt : streamAt
      const trailer = this.#enter(read(this.#file, offset, this.context))
      // a hybrid file hides packed objects from readers that do not know them (7.5.8.4)
      const hidden = offsetIn(trailer, 'XRefStm')
      if (hidden !== null && !entered.has(hidden)) {
        entered.add(hidden)
        this.#enter(streamAt(this.#file, hidden, this.context))
      }
      newest ??= trailer
      offset = offsetIn(trailer, 'Prev')
    }
    return newest!
  }

  #enter({ trailer, locations }: ReferenceSection): PDFDict {
    for (const [number, location] of locations) {
      if (!Number.isSafeInteger(number) || number > MAX_OBJECTS)
        throw new NotOurPdf('it numbers its objects too high')
      if (!this.#locations.has(number)) this.#locations.set(number, location)
    }
    return trailer
  }
}

function offsetIn(trailer: PDFDict, key: string): number | null {
  const found = trailer.get(name(key))
  return found instanceof PDFNumber ? found.asNumber() : null
}
