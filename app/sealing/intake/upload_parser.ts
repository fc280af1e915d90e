import {
  PDFContext,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFString,
  type PDFObject,
} from 'pdf-lib'
import { name } from '../pdf/names.js'
import { decodedStream } from './content/decoded_stream.js'
import { DIGIT, kindOf, REGULAR, type ByteKind } from '../pdf/byte_kinds.js'

const [LEFT, RIGHT, PERIOD, SLASH, GREATER, BACKSLASH] = [0x28, 0x29, 0x2e, 0x2f, 0x3e, 0x5c]
const SIGN = kindOf([0x2b, 0x2d])
const NUMERIC = DIGIT.map((isDigit, byte) => isDigit || SIGN[byte]! || Number(byte === PERIOD))
const EXPONENT = kindOf([0x45, 0x65])
/** What PDFium and poppler read of a number such as 40-2 or 4.0.0: the rest of it counts for nothing, and --4 is 0. */
const READ = /^[+-]?\d*(?:\.\d*)?/
const ENDOBJ = [...Buffer.from('endobj')]
/** More than any number of an object, or place in a file. */
const MAX_DIGITS = 32
/** ISO 32000-1, annex C, had 127. */
const MAX_NAME_BYTES = 4096
/** Of objects that are packed into one stream. */
const MAX_PACKED_BYTES = 64 * 2 ** 20
/** One for all: between objects it is thrown for every byte, and a trace of each would take longer than the rest. */
const UNREADABLE = new Error('an object cannot be read')

/**
 * The parser of pdf-lib, which reads words by adding one letter to another. That takes forty times the bytes of a file, so a string without an
 * end would fill the memory of its process.
 */
export class UploadParser extends PDFParser {
  protected override readonly context: PDFContext
  /** Of objects within each other. */
  #depth = 0
  #isDamaged = false

  /** @throws Error for what is damaged beyond recovery */
  static async read(bytes: Uint8Array): Promise<PDFContext> {
    const parser = new UploadParser(bytes, PDFContext.create())
    const context = await parser.parseDocument()
    // what is encrypted cannot be unpacked yet
    if (parser.#isDamaged && !context.trailerInfo.Encrypt) throw UNREADABLE
    return context
  }

  private constructor(bytes: Uint8Array, context: PDFContext) {
    super(bytes, Infinity)
    this.context = context
  }

  override parseObject(): PDFObject {
    this.skipWhitespaceAndComments()
    const isIndirect = this.#depth === 0
    if ((isIndirect && this.#isEmpty()) || this.#skipPower()) return PDFNull
    const object = this.#parse()
    return isIndirect && isPack(object) ? this.#unpack(object) : object
  }

  #parse(): PDFObject {
    this.#depth++
    try {
      return super.parseObject()
    } finally {
      this.#depth--
    }
  }

  /** Each by itself, so that one that cannot be read takes no other with it. @returns null, as nothing refers to what held them */
  #unpack(stream: PDFRawStream): PDFObject {
    try {
      const count = stream.dict.lookup(name('N'), PDFNumber).asNumber()
      const first = stream.dict.lookup(name('First'), PDFNumber).asNumber()
      if (count > 0) {
        const bytes = decodedStream(this.context, stream, MAX_PACKED_BYTES)
        new UploadParser(bytes, this.context).#assignPacked(bytes, count, first)
      }
    } catch {
      this.#isDamaged = true
    }
    return PDFNull
  }

  #assignPacked(bytes: Uint8Array, count: number, first: number) {
    const listed = Array.from({ length: count }, () => {
      const ref = PDFRef.of(this.#nextInt())
      return { ref, start: first + this.#nextInt() }
    })
    const starts = [...new Set(listed.map(({ start }) => start))].sort((a, b) => a - b)
    const ends = new Map(starts.map((start, index) => [start, starts[index + 1]]))
    for (const { ref, start } of listed) {
      this.bytes.moveTo(start)
      this.context.assign(
        ref,
        this.#packed() ?? PDFInvalidObject.of(bytes.subarray(start, ends.get(start)))
      )
    }
  }

  #nextInt(): number {
    this.skipWhitespaceAndComments()
    return this.parseRawInt()
  }

  /** @returns null for what cannot be read */
  #packed(): PDFObject | null {
    try {
      return this.#skipPower() ? PDFNull : this.#parse()
    } catch {
      return null
    }
  }

  protected override parseString(): PDFString {
    const start = this.bytes.offset()
    let depth = 0
    do {
      if (this.bytes.done()) throw UNREADABLE
      const byte = this.bytes.next()
      if (byte === BACKSLASH) this.bytes.next()
      else if (byte === LEFT) depth++
      else if (byte === RIGHT) depth--
    } while (depth > 0)
    return PDFString.of(this.#textFrom(start).slice(1, -1))
  }

  protected override parseHexString(): PDFHexString {
    const start = this.bytes.offset()
    while (!this.bytes.done() && this.bytes.peek() !== GREATER) this.bytes.next()
    this.bytes.assertNext(GREATER)
    return PDFHexString.of(this.#textFrom(start).slice(1, -1))
  }

  protected override parseName(): PDFName {
    this.bytes.assertNext(SLASH)
    const start = this.bytes.offset()
    this.#skip(REGULAR, MAX_NAME_BYTES)
    return PDFName.of(this.#textFrom(start))
  }

  protected override parseRawInt(): number {
    const start = this.bytes.offset()
    this.#skip(DIGIT, MAX_DIGITS)
    return numberOf(this.#textFrom(start))
  }

  protected override parseRawNumber(): number {
    const start = this.bytes.offset()
    this.#skip(NUMERIC)
    const [text] = READ.exec(this.#textFrom(start))!
    return numberOf(/\d/.test(text) ? text : '0')
  }

  /** An object without anything in it is null. */
  #isEmpty(): boolean {
    const start = this.bytes.offset()
    const isEmpty = this.matchKeyword(ENDOBJ)
    this.bytes.moveTo(start)
    return isEmpty
  }

  /** Programs do not agree about 1e5 (1, 100000 or nothing), which is no number in a PDF: it is null, as it is to PDFium. */
  #skipPower(): boolean {
    const start = this.bytes.offset()
    this.#skip(NUMERIC)
    const isPower =
      this.bytes.offset() > start && EXPONENT[this.bytes.peek()] && NUMERIC[this.bytes.peekAhead(1)]
    if (isPower) this.#skip(REGULAR)
    else this.bytes.moveTo(start)
    return Boolean(isPower)
  }

  #skip(kind: ByteKind, most = Infinity) {
    for (let count = 0; kind[this.bytes.peek()]; count++) {
      if (count === most) throw UNREADABLE
      this.bytes.next()
    }
  }

  #textFrom(start: number): string {
    const { buffer, byteOffset, length } = this.bytes.slice(start, this.bytes.offset())
    return Buffer.from(buffer, byteOffset, length).toString('latin1')
  }
}

function numberOf(text: string): number {
  const number = Number(text)
  if (text === '' || !Number.isFinite(number)) throw UNREADABLE
  return number
}

function isPack(object: PDFObject): object is PDFRawStream {
  return object instanceof PDFRawStream && object.dict.lookup(name('Type')) === name('ObjStm')
}
