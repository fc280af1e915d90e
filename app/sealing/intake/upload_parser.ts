import {
  PDFHexString,
  PDFName,
  PDFNull,
  PDFParser,
  PDFString,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib'
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
/** One for all: between objects it is thrown for every byte, and a trace of each would take longer than the rest. */
const UNREADABLE = new Error('an object cannot be read')

/**
 * The parser of pdf-lib, which reads words by adding one letter to another. That takes forty times the bytes of a file, so a string without an
 * end would fill the memory of its process.
 */
export class UploadParser extends PDFParser {
  /** Of objects within each other. */
  #depth = 0

  /** @throws Error for what is damaged beyond recovery */
  static read(bytes: Uint8Array): Promise<PDFContext> {
    return new UploadParser(bytes, Infinity).parseDocument()
  }

  override parseObject(): PDFObject {
    this.skipWhitespaceAndComments()
    if ((this.#depth === 0 && this.#isEmpty()) || this.#skipPower()) return PDFNull
    this.#depth++
    try {
      return super.parseObject()
    } finally {
      this.#depth--
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
