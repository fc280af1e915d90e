/** Structures in DER (X.690) that are too long, or made too often, for a library which makes an object of each part. */

const LONG_FORM = 0x80

export const DER = {
  sequence: (...parts: readonly Uint8Array[]) => element(0x30, ...parts),
  set: (...parts: readonly Uint8Array[]) => element(0x31, ...parts),

  /** @param number  big-endian, positive: a leading zero keeps one that starts with a set bit from reading as negative */
  integer(number: Uint8Array): Buffer {
    const start = number.findIndex((byte) => byte !== 0)
    const digits = start === -1 ? Buffer.of(0) : Buffer.from(number.subarray(start))
    return element(0x02, digits[0]! & 0x80 ? Buffer.of(0) : Buffer.alloc(0), digits)
  },

  enumerated: (value: number) => element(0x0a, Buffer.of(value)),
  octets: (...parts: readonly Uint8Array[]) => element(0x04, ...parts),
  bits: (bytes: Uint8Array) => element(0x03, Buffer.of(0), bytes),

  /** `[number] EXPLICIT` */
  tagged: (number: number, ...parts: readonly Uint8Array[]) => element(0xa0 + number, ...parts),
}

function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < LONG_FORM) return Buffer.of(length)
  const hex = length.toString(16)
  const digits = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.of(LONG_FORM + digits.length), digits])
}
