import type { IndexedFile } from './indexed_file.js'

const R = 0x52
const ZERO = 0x30
const DIGITS = Array.from({ length: 10 }, (_, digit) => ZERO + digit)
/** Plus, minus and point. */
const SIGNS = [0x2b, 0x2d, 0x2e]

const SPACE = tableOf([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20])
const DIGIT = tableOf(DIGITS)
const NUMBER = tableOf([...DIGITS, ...SIGNS])
const REGULAR = SPACE.map((isSpace, byte) =>
  isSpace || '()<>[]{}/%'.includes(String.fromCharCode(byte)) ? 0 : 1
)

/**
 * The numbers from `first` on that something in a file refers to, in whatever revision. No object has them, so each such reference shows
 * nothing; an object that got one of these numbers would appear there. What only looks like a reference, in a picture perhaps, counts as one.
 */
export function namedNumbers(file: IndexedFile, first: number): Set<number> {
  const named = new Set<number>()
  collect(file.bytes, first, named)
  for (const pack of file.packs()) collect(pack, first, named)
  return named
}

/** Written as ISO 32000-2, 7.3.10 has it, or as lenient readers take it: "12 0R", "+12 0 R", "12.0 0 R". */
function collect(bytes: Uint8Array, first: number, named: Set<number>) {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== R || REGULAR[bytes[at + 1] ?? 0]) continue
    const generation = startOf(NUMBER, bytes, startOf(SPACE, bytes, at))
    const end = startOf(SPACE, bytes, generation)
    const start = startOf(NUMBER, bytes, end)
    // two words are apart, and neither is empty
    if (end === generation || start === end || !NUMBER[bytes[generation]!]) continue
    const number = numberAt(bytes, start, end)
    if (number >= first) named.add(number)
  }
}

/** Where bytes of a kind begin that end before a place. */
function startOf(kind: Uint8Array, bytes: Uint8Array, place: number): number {
  let start = place
  while (start > 0 && kind[bytes[start - 1]!]) start--
  return start
}

/** The first digits of a word. */
function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && !DIGIT[bytes[at]!]) at++
  let number = 0
  for (; at < end && DIGIT[bytes[at]!]; at++) number = number * 10 + bytes[at]! - ZERO
  return number
}

function tableOf(bytes: readonly number[]): Uint8Array {
  const table = new Uint8Array(256)
  for (const byte of bytes) table[byte] = 1
  return table
}
