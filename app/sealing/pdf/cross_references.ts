import {
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  type PDFRef,
} from 'pdf-lib'
import NotOurPdf from '../errors/not_our_pdf.js'

/** "0000000017 00000 n \n", ISO 32000-2, 7.5.4 */
const ENTRY_BYTES = 20
/** A sealed file has two sections; each renewal of its time stamps adds two. */
const MAX_SECTIONS = 64
const TAIL_BYTES = 64

/** Where each object of a file begins, newest section first, and the newest trailer. */
export class CrossReferences {
  readonly startsAt: number
  readonly trailer: PDFDict
  /** Where each section begins, newest first. */
  readonly sections: number[] = []
  #offsets = new Map<number, number>()
  #text: Buffer

  static read(bytes: Uint8Array, context: PDFContext) {
    return new CrossReferences(bytes, context)
  }

  private constructor(bytes: Uint8Array, context: PDFContext) {
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.startsAt = this.#newestSection()
    this.trailer = this.#readSections(context)
  }

  get size(): number {
    const size = this.trailer.get(PDFName.of('Size'))
    if (!(size instanceof PDFNumber)) throw new NotOurPdf('its trailer names no size')
    return size.asNumber()
  }

  /** The first byte after "12 0 obj", or nothing when no section lists the object. */
  bodyOffset(ref: PDFRef): number | undefined {
    const offset = this.#offsets.get(ref.objectNumber)
    if (offset === undefined) return undefined
    const head = `${ref.objectNumber} ${ref.generationNumber} obj`
    if (this.#slice(offset, head.length) !== head) {
      throw new NotOurPdf(`object ${ref.objectNumber} is not where its table says`)
    }
    return offset + head.length
  }

  #newestSection() {
    const tail = this.#text.subarray(-TAIL_BYTES).toString('latin1')
    const found = /startxref\n(\d{1,10})\n%%EOF\n?$/.exec(tail)
    if (!found) throw new NotOurPdf('it does not end as such files end')
    return Number(found[1])
  }

  #readSections(context: PDFContext): PDFDict {
    let offset: number | undefined = this.startsAt
    let newest: PDFDict | undefined
    for (let count = 0; offset !== undefined; count++) {
      if (count === MAX_SECTIONS) throw new NotOurPdf('it has too many sections')
      const trailer = this.#readSection(offset, context)
      this.sections.push(offset)
      newest ??= trailer
      const previous = trailer.get(PDFName.of('Prev'))
      offset = previous instanceof PDFNumber ? previous.asNumber() : undefined
    }
    if (!newest) throw new NotOurPdf('it has no trailer')
    return newest
  }

  #readSection(offset: number, context: PDFContext): PDFDict {
    if (this.#slice(offset, 5) !== 'xref\n') throw new NotOurPdf('it has no plain table of objects')
    let at = offset + 5
    for (;;) {
      const head = /^(\d{1,10}) (\d{1,10})\n/.exec(this.#slice(at, 24))
      if (!head) break
      at = this.#readEntries(at + head[0].length, Number(head[1]), Number(head[2]))
    }
    if (this.#slice(at, 8) !== 'trailer\n') throw new NotOurPdf('its table has no trailer')
    const trailer = this.#parsed(at + 8, context)
    if (!(trailer instanceof PDFDict)) throw new NotOurPdf('its trailer is no dictionary')
    return trailer
  }

  /** Anybody may have appended it: what is no object, or nested until the stack ends, is not ours. */
  #parsed(at: number, context: PDFContext): PDFObject {
    try {
      return PDFObjectParser.forBytes(this.#text.subarray(at), context).parseObject()
    } catch (cause) {
      throw new NotOurPdf('its trailer cannot be read', { cause })
    }
  }

  #readEntries(start: number, first: number, count: number): number {
    const end = start + count * ENTRY_BYTES
    if (end > this.#text.length) throw new NotOurPdf('its table is cut short')
    const text = this.#slice(start, end - start)
    for (let index = 0; index < count; index++) {
      const entry = text.slice(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES)
      if (!/^\d{10} \d{5} [nf] \n$/.test(entry)) throw new NotOurPdf('its table is damaged')
      const number = first + index
      if (this.#offsets.has(number)) continue
      if (entry[17] === 'n') this.#offsets.set(number, Number(entry.slice(0, 10)))
    }
    return end
  }

  #slice(start: number, length: number) {
    return this.#text.toString('latin1', start, Math.min(start + length, this.#text.length))
  }
}
