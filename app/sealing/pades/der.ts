import Unproven from '../errors/unproven.js'

const LONG_FORM = 0x80

/**
 * One value in DER and nothing but DER (X.690, 8.1 and 10.1): lengths are definite and as short as
 * can be, and what is inside fills it exactly.
 */
export class DerValue {
  /** @throws E_UNPROVEN unless the bytes are exactly one value */
  static read(bytes: Buffer): DerValue {
    const value = DerValue.#at(bytes, 0)
    if (value.raw.length !== bytes.length) throw unreadable()
    return value
  }

  static #at(bytes: Buffer, start: number): DerValue {
    const [tag, short] = [bytes[start], bytes[start + 1]]
    if (tag === undefined || short === undefined) throw unreadable()
    if (short < LONG_FORM) return new DerValue(tag, bytes, start, start + 2, short)
    const lengthBytes = short - LONG_FORM
    const contents = start + 2 + lengthBytes
    if (lengthBytes < 1 || lengthBytes > 3 || contents > bytes.length) throw unreadable()
    const length = bytes.readUIntBE(start + 2, lengthBytes)
    const isShortest = length >= (lengthBytes === 1 ? LONG_FORM : 256 ** (lengthBytes - 1))
    if (!isShortest) throw unreadable()
    return new DerValue(tag, bytes, start, contents, length)
  }

  readonly raw: Buffer
  readonly contents: Buffer

  private constructor(
    readonly tag: number,
    bytes: Buffer,
    start: number,
    contents: number,
    length: number
  ) {
    if (contents + length > bytes.length) throw unreadable()
    this.raw = bytes.subarray(start, contents + length)
    this.contents = bytes.subarray(contents, contents + length)
  }

  /** The values inside, which must be of these tags where tags are given. */
  parts(...tags: number[]): DerValue[] {
    const parts: DerValue[] = []
    for (let at = 0; at < this.contents.length;) {
      const part = DerValue.#at(this.contents, at)
      parts.push(part)
      at += part.raw.length
    }
    const isExpected = tags.length === 0 || parts.map(({ tag }) => tag).join() === tags.join()
    if (!isExpected) throw unreadable()
    return parts
  }

  /** The one value inside. */
  only(tag: number): DerValue {
    return this.parts(tag)[0]!
  }
}

function unreadable() {
  return new Unproven('its signature cannot be read')
}
