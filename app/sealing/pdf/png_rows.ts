/** How bytes were predicted from those before them (ISO 32000-2, table 8). */
export interface PngRows {
  columns: number
  colors: number
  bits: number
}

/** More than any picture or table has across. */
const MAX_ROW_BYTES = 2 ** 20

/** A row names a filter that there is not, or rows have no width. */
export class NoPngRows extends Error {}

/** Rows as they were before PNG's filters, over bytes (ISO/IEC 15948, 9.2); the last one may be cut short. @throws NoPngRows */
export function fromPngRows(bytes: Uint8Array, { columns, colors, bits }: PngRows): Buffer {
  const width = Math.ceil((columns * colors * bits) / 8)
  const pixel = Math.max(1, Math.ceil((colors * bits) / 8))
  if (!(width >= 1 && width <= MAX_ROW_BYTES)) throw new NoPngRows('its rows have no width')
  const plain = Buffer.alloc(bytes.length - Math.ceil(bytes.length / (width + 1)))
  let above = -1
  for (let from = 0, to = 0; from < bytes.length; from += width + 1, above = to, to += width) {
    const filter = bytes[from]!
    const count = Math.min(width, bytes.length - from - 1)
    for (let at = 0; at < count; at++) {
      const left = at >= pixel ? plain[to + at - pixel]! : 0
      const up = above >= 0 ? plain[above + at]! : 0
      const corner = above >= 0 && at >= pixel ? plain[above + at - pixel]! : 0
      plain[to + at] = bytes[from + 1 + at]! + guessed(filter, left, up, corner)
    }
  }
  return plain
}

function guessed(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4:
      return paeth(left, up, corner)
    default:
      throw new NoPngRows('a row names a filter that there is not')
  }
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
