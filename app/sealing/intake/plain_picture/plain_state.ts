import type { Ink } from '../../pdf/drawing.js'
import type { Matrix, Rectangle } from '../../pdf/page_box.js'
import { NotPlain } from './not_plain.js'
import type { PlainFont } from './plain_font.js'

export type Point = readonly [x: number, y: number]

/** What `q` keeps and `Q` brings back. */
export interface PlainState {
  /** Scales and moves, and never turns; to points of the field. */
  place: Matrix
  ink: Ink
  line: number
  clip: Rectangle
  font: PlainFont | null
  size: number
  leading: number
  spacing: number
  wordSpacing: number
  stretch: number
}

export const UNMOVED: Matrix = [1, 0, 0, 1, 0, 0]

/** @throws NotPlain for one that turns, mirrors or slants */
export function within(outer: Matrix, [a, b, c, d, e, f]: Matrix): Matrix {
  if (b !== 0 || c !== 0 || !(a > 0) || !(d > 0)) throw new NotPlain()
  return [a * outer[0], 0, 0, d * outer[3], ...placed(outer, e, f)]
}

export function moved(matrix: Matrix, x: number, y: number): Matrix {
  return [matrix[0], 0, 0, matrix[3], ...placed(matrix, x, y)]
}

export function placed(
  [across, , , up, left, bottom]: Matrix,
  x: number,
  y: number
): [x: number, y: number] {
  return [across * x + left, up * y + bottom]
}
