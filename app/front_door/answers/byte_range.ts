import RangeNotSatisfiable from '../errors/range_not_satisfiable.js'

/** From `start` up to, not including, `end`. */
export interface ByteRange {
  start: number
  end: number
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/

/**
 * What a Range header asks for (RFC 9110, 14.2); null for the whole: no header, several ranges, a unit that we do not know, or a range
 * that ends before it begins, which is none (14.1.1).
 *
 * @throws RangeNotSatisfiable when it lies outside of the file
 */
export function byteRange(header: string | undefined, length: number): ByteRange | null {
  const match = ONE_RANGE.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [first, last] = [match[1], match[2]]
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const range =
    first === ''
      ? { start: Math.max(length - Number(last), 0), end: length }
      : { start: Number(first), end: last === '' ? length : Math.min(Number(last) + 1, length) }
  if (range.start >= range.end) throw new RangeNotSatisfiable(length)
  return range
}
