/** For each byte, whether it is of a kind. */
export type ByteKind = Uint8Array

const ZERO = 0x30

/** ISO 32000-2, 7.2.3 */
export const SPACE = kindOf([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20])
export const DIGIT = kindOf(Array.from({ length: 10 }, (_, digit) => ZERO + digit))
/** What words consist of. */
export const REGULAR = SPACE.map((isSpace, byte) =>
  isSpace || '()<>[]{}/%'.includes(String.fromCharCode(byte)) ? 0 : 1
)

export function kindOf(bytes: readonly number[]): ByteKind {
  const kind = new Uint8Array(256)
  for (const byte of bytes) kind[byte] = 1
  return kind
}

/** Where bytes of a kind begin that end before a place. */
export function startOf(kind: ByteKind, bytes: Uint8Array, place: number): number {
  let start = place
  while (start > 0 && kind[bytes[start - 1]!]) start--
  return start
}

/** The first digits of a word. */
export function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && !DIGIT[bytes[at]!]) at++
  let number = 0
  for (; at < end && DIGIT[bytes[at]!]; at++) number = withDigit(number, bytes[at]!)
  return number
}

/** A number with one more digit. */
export function withDigit(number: number, digit: number): number {
  return number * 10 + digit - ZERO
}
