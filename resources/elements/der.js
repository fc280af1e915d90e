const INDEFINITE = 0x80
const LONG = 0x80
const CONSTRUCTED = 0x20
const OID = 0x06

/**
 * One value of ASN.1, as certificates and their files are written in (X.690): with lengths of either kind, as some systems export files
 * whose length they did not know beforehand.
 */
export default class DerValue {
  /**
   * @param {Uint8Array} bytes
   * @param {number} [at]
   * @returns {DerValue}
   */
  static read(bytes, at = 0) {
    const tag = bytes[at]
    const short = bytes[at + 1]
    if (tag === undefined || short === undefined) throw new RangeError('cut short')
    if (short === INDEFINITE) return new DerValue(bytes, at, at + 2, endOfOpen(bytes, at + 2), 2)
    if (short < LONG) return new DerValue(bytes, at, at + 2, at + 2 + short, 0)
    const count = short - LONG
    if (count > 4) throw new RangeError('too long')
    const length = bytes.subarray(at + 2, at + 2 + count).reduce((sum, one) => sum * 256 + one, 0)
    return new DerValue(bytes, at, at + 2 + count, at + 2 + count + length, 0)
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} from  of what is inside
   * @param {number} to
   * @param {number} closing  bytes after it
   */
  constructor(bytes, start, from, to, closing) {
    if (to + closing > bytes.length) throw new RangeError('cut short')
    this.tag = bytes[start]
    this.raw = bytes.slice(start, to + closing)
    this.contents = bytes.slice(from, to)
  }

  /** @returns {DerValue[]} */
  get parts() {
    /** @type {DerValue[]} */
    const parts = []
    for (let at = 0; at < this.contents.length; at += parts[parts.length - 1].raw.length)
      parts.push(DerValue.read(this.contents, at))
    return parts
  }

  /** The part at the end of a way. @param {number[]} way */
  at(...way) {
    return way.reduce((/** @type {DerValue} */ value, index) => {
      const part = value.parts[index]
      if (!part) throw new RangeError('a part is missing')
      return part
    }, this)
  }

  /** An octet string, perhaps in pieces. @returns {Uint8Array<ArrayBuffer>} */
  get octets() {
    if (!((this.tag ?? 0) & CONSTRUCTED)) return new Uint8Array(this.contents)
    return joined(this.parts.map(({ octets }) => octets))
  }

  get number() {
    return this.contents.reduce((sum, one) => sum * 256 + one, 0)
  }

  /** In dots, of an object identifier. */
  get oid() {
    if (this.tag !== OID) return ''
    /** @type {number[]} */
    const numbers = []
    let number = 0
    for (const byte of this.contents) {
      number = number * 128 + (byte & 0x7f)
      if (byte & 0x80) continue
      numbers.push(number)
      number = 0
    }
    const [first = 0, ...others] = numbers
    const root = Math.min(2, Math.floor(first / 40))
    return [root, first - root * 40, ...others].join('.')
  }
}

/** @param {Uint8Array[]} pieces */
export function joined(pieces) {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** Where two zeros close it. @param {Uint8Array} bytes @param {number} at */
function endOfOpen(bytes, at) {
  while (bytes[at] !== 0 || bytes[at + 1] !== 0) {
    if (at >= bytes.length) throw new RangeError('cut short')
    at += DerValue.read(bytes, at).raw.length
  }
  return at
}
