import {
  PDFArray,
  PDFDict,
  PDFNumber,
  PDFObjectParser,
  PDFRawStream,
  type PDFContext,
} from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'
import { name } from '../pdf/names.js'
import { plainStream } from './plain_stream.js'

const HEAD_BYTES = 64
/** Some point to the line before. */
const TABLE = /^\s*xref\b/
const TRAILER = 'trailer'
const MAX_ENTRY_BYTES = 6

/** Where an object is: in the file itself, or packed with others into a stream (ISO 32000-2, 7.5.7). */
export type Location =
  | { kind: 'plain'; offset: number; generation: number }
  | { kind: 'packed'; container: number; index: number }

/** One section of the tables of a file. */
export interface ReferenceSection {
  trailer: PDFDict
  /** Null for what was freed. */
  locations: [number: number, location: Location | null][]
}

export function isTable(file: Buffer, offset: number): boolean {
  return TABLE.test(file.toString('latin1', offset, offset + HEAD_BYTES))
}

/** The first byte after "12 0 obj". @throws E_NOT_OUR_PDF where that is not there */
export function bodyAt(file: Buffer, offset: number, objectNumber?: number): number {
  const text = file.toString('latin1', offset, offset + HEAD_BYTES)
  const head = /^\s*(\d{1,10})\s+\d{1,5}\s+obj/.exec(text)
  if (!head || (objectNumber !== undefined && Number(head[1]) !== objectNumber))
    throw new NotOurPdf('an object is not where its table says')
  return offset + head[0].length
}

/** A section in plain text (7.5.4). @throws E_NOT_OUR_PDF */
export function tableAt(file: Buffer, offset: number, context: PDFContext): ReferenceSection {
  const text = tableText(file, offset)
  const part = /\s*(?:(trailer)|(\d{1,10})\s+(\d{1,10}))\s*/y
  const entry = /\s*(\d{1,10})\s+(\d{1,5})\s+([nf])/y
  const locations: ReferenceSection['locations'] = []
  part.lastIndex = TABLE.exec(text)![0].length
  for (;;) {
    const head = part.exec(text)
    if (!head) throw new NotOurPdf('its table is damaged')
    if (head[1]) return { trailer: trailerAt(file, offset + part.lastIndex, context), locations }
    entry.lastIndex = part.lastIndex
    for (let number = Number(head[2]), left = Number(head[3]); left > 0; left--, number++) {
      const found = entry.exec(text)
      if (!found) throw new NotOurPdf('its table is cut short')
      const [at, generation] = [Number(found[1]), Number(found[2])]
      const isUsed = found[3] === 'n' && at > 0
      locations.push([number, isUsed ? { kind: 'plain', offset: at, generation } : null])
    }
    part.lastIndex = entry.lastIndex
  }
}

/** To its own end and no further: a file may have hundreds of sections, and be large. */
function tableText(file: Buffer, offset: number): string {
  const end = file.indexOf(TRAILER, offset, 'latin1')
  if (end === -1) throw new NotOurPdf('its table is damaged')
  // with what may follow, as the trailer begins after it
  return file.toString('latin1', offset, end + TRAILER.length + HEAD_BYTES)
}

function trailerAt(file: Buffer, offset: number, context: PDFContext): PDFDict {
  const trailer = PDFObjectParser.forBytes(file.subarray(offset), context).parseObject()
  if (!(trailer instanceof PDFDict)) throw new NotOurPdf('its trailer is no dictionary')
  return trailer
}

/** A section that is a stream (7.5.8). @throws E_NOT_OUR_PDF */
export function streamAt(file: Buffer, offset: number, context: PDFContext): ReferenceSection {
  const body = file.subarray(bodyAt(file, offset))
  const stream = PDFObjectParser.forBytes(body, context).parseObject()
  if (!(stream instanceof PDFRawStream)) throw new NotOurPdf('it has no table of objects')
  const widths = numbersIn(stream.dict, 'W')
  if (widths?.length !== 3 || widths.some((width) => !(width >= 0 && width <= MAX_ENTRY_BYTES)))
    throw new NotOurPdf('its table is damaged')
  const index = numbersIn(stream.dict, 'Index') ?? [0, sizeOf(stream.dict)]
  const locations = locationsIn(plainStream(stream), widths, index)
  return { trailer: stream.dict, locations }
}

function locationsIn(rows: Buffer, widths: readonly number[], index: readonly number[]) {
  const locations: ReferenceSection['locations'] = []
  const rowBytes = widths.reduce((sum, width) => sum + width, 0)
  let at = 0
  const take = (width: number, otherwise: number) => {
    const value = width === 0 ? otherwise : rows.readUIntBE(at, width)
    at += width
    return value
  }
  for (let part = 0; part + 1 < index.length; part += 2) {
    for (let number = index[part]!, left = index[part + 1]!; left > 0; left--, number++) {
      if (rowBytes === 0 || at + rowBytes > rows.length)
        throw new NotOurPdf('its table is cut short')
      const [kind, second, third] = [take(widths[0]!, 1), take(widths[1]!, 0), take(widths[2]!, 0)]
      locations.push([number, locationOf(kind, second, third)])
    }
  }
  return locations
}

function locationOf(kind: number, second: number, third: number): Location | null {
  if (kind === 1) return { kind: 'plain', offset: second, generation: third }
  return kind === 2 ? { kind: 'packed', container: second, index: third } : null
}

export function sizeOf(trailer: PDFDict): number {
  const size = trailer.get(name('Size'))
  return size instanceof PDFNumber ? size.asNumber() : 0
}

function numbersIn(dictionary: PDFDict, key: string): number[] | null {
  const found = dictionary.get(name(key))
  if (!(found instanceof PDFArray)) return null
  return found.asArray().map((entry) => (entry instanceof PDFNumber ? entry.asNumber() : -1))
}
