import { createHash } from 'node:crypto'
import { PDFArray, type PDFDict, PDFHexString, PDFNumber, type PDFRef } from 'pdf-lib'
import Unproven from '../errors/unproven.js'
import { name } from '../pdf/names.js'
import type { IndexedFile } from '../pdf/indexed_file.js'

/**
 * What a signature covers: the whole file but the gap that holds the signature itself (ISO 32000-2, 12.8.1). Every way to leave
 * something else uncovered is refused.
 */
export class SignedRange {
  #bytes: Buffer

  private constructor(
    readonly file: IndexedFile,
    readonly start: number,
    readonly end: number
  ) {
    const { bytes } = file
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  /**
   * From the /ByteRange of a signature dictionary.
   *
   * @throws Unproven unless it reaches from the first byte to the last
   */
  static of(dictionary: PDFDict, file: IndexedFile): SignedRange {
    const range = dictionary.get(name('ByteRange'))
    const numbers = range instanceof PDFArray ? range.asArray() : []
    const [zero, start, end, rest] = numbers.map((number) =>
      number instanceof PDFNumber ? number.asNumber() : Number.NaN
    ) as [number, number, number, number]
    const isWhole = zero === 0 && start > 0 && end > start + 2
    if (numbers.length !== 4 || !isWhole) throw new Unproven('its seal does not cover the file')
    if (end + rest < file.bytes.length)
      throw new Unproven('something was added after it was sealed')
    if (end + rest !== file.bytes.length) throw new Unproven('it is cut short')
    return new SignedRange(file, start, end)
  }

  /** SHA-256 of what is covered. */
  get digest(): Buffer {
    const before = createHash('sha256').update(this.#bytes.subarray(0, this.start))
    return before.update(this.#bytes.subarray(this.end)).digest()
  }

  /**
   * What the gap holds: the signature of this dictionary, and nothing else.
   *
   * @param type  of the dictionary
   * @returns DER, without the zeros that filled its room
   */
  signatureOf(dictionary: PDFDict, ref: PDFRef, type: 'Sig' | 'DocTimeStamp' = 'Sig'): Buffer {
    const { start, end } = this
    const before = this.#bytes.toString('latin1', this.file.references.bodyOffset(ref), start)
    const hex = this.#bytes.toString('latin1', start + 1, end - 1)
    const contents = dictionary.get(name('Contents'))
    const isOwn =
      before.trimStart().startsWith(`<<\n/Type /${type}\n`) &&
      before.endsWith('\n/Contents ') &&
      !before.includes('endobj') &&
      this.#bytes.toString('latin1', end, end + 4) === '\n>>\n' &&
      this.#bytes[start] === '<'.charCodeAt(0) &&
      this.#bytes[end - 1] === '>'.charCodeAt(0) &&
      contents instanceof PDFHexString &&
      contents.asString() === hex
    if (!isOwn || !/^[0-9a-f]+$/.test(hex)) throw new Unproven('its seal does not cover the file')
    return withoutPadding(Buffer.from(hex, 'hex'))
  }
}

/** After the outermost SEQUENCE nothing but zeros may follow. */
function withoutPadding(padded: Buffer): Buffer {
  const lengthBytes = padded[1]! > 0x80 ? padded[1]! - 0x80 : 0
  if (padded[0] !== 0x30 || lengthBytes < 1 || lengthBytes > 3) {
    throw new Unproven('its signature cannot be read')
  }
  const end = 2 + lengthBytes + padded.readUIntBE(2, lengthBytes)
  if (padded.subarray(end).some((byte) => byte !== 0)) {
    throw new Unproven('something is hidden behind its signature')
  }
  return padded.subarray(0, end)
}
