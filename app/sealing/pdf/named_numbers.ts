import { DIGIT, kindOf, numberAt, REGULAR, SPACE, startOf } from './byte_kinds.js'
import type { IndexedFile } from './indexed_file.js'

const R = 0x52
/** Plus, minus and point. */
const SIGNS = [0x2b, 0x2d, 0x2e]
const NUMBER = kindOf(SIGNS).map((isSign, byte) => isSign || DIGIT[byte]!)

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
