import { decimal } from '../pdf/decimal.js'
import type { Rectangle } from '../pdf/page_box.js'
import type { Point } from '../seal_order.js'
import { HEAVIEST, inkOutline } from './ink_outline.js'

/** The pen of a signature 300 points wide on its pad. */
const PEN = 2.4
const MIN_PEN = 0.7
const MAX_PEN = 1.8
/** A small scribble on a large pad is enlarged, but not until it fills its field. */
const MAX_ENLARGEMENT = 2.5

export interface InkPath {
  /** Path construction operators. */
  path: string
  /** Of the line; null where the path is a shape to be filled, because the pen told how hard it pressed. */
  thickness: number | null
}

/**
 * Strokes of a signature pad as smooth curves within a box: the ink is fitted, not the pad, so
 * that a signature looks alike however large the screen was.
 *
 * @returns null when there is no ink
 */
export function inkPath(
  strokes: Point[][],
  pad: { width: number; height: number },
  box: Rectangle
): InkPath | null {
  const points = strokes.flat().filter(isPoint)
  if (points.length === 0) return null
  const left = farthest(points, 'x', Math.min)
  const right = farthest(points, 'x', Math.max)
  const top = farthest(points, 'y', Math.min)
  const bottom = farthest(points, 'y', Math.max)

  const padScale = Math.min(box.width / (pad.width || 1), box.height / (pad.height || 1))
  const isPressed = points.some(({ p }) => p !== undefined)
  const inset = (MAX_PEN / 2) * (isPressed ? HEAVIEST : 1)
  const scale = Math.min(
    (box.width - 2 * inset) / Math.max(right - left, 1),
    (box.height - 2 * inset) / Math.max(bottom - top, 1),
    padScale * MAX_ENLARGEMENT
  )
  const x0 = box.x + (box.width - (right - left) * scale) / 2
  const y0 = box.y + (box.height + (bottom - top) * scale) / 2
  const place = ({ x, y, ...pressed }: Point) => ({
    ...{ x: x0 + (x - left) * scale, y: y0 - (y - top) * scale },
    ...pressed,
  })
  const thickness = Math.min(MAX_PEN, Math.max(MIN_PEN, PEN * scale))
  const placed = strokes.map((stroke) => stroke.filter(isPoint).map(place))
  if (isPressed) return { path: inkOutline(placed, thickness), thickness: null }
  return { path: placed.map(curve).join(' '), thickness }
}

function isPoint({ x, y }: Point) {
  return Number.isFinite(x) && Number.isFinite(y)
}

/** Folded by hand: a stroke may have more points than a call may have arguments. */
function farthest(points: Point[], axis: 'x' | 'y', pick: (a: number, b: number) => number) {
  return points.reduce((found, point) => pick(found, point[axis]), points[0]![axis])
}

/** A Catmull-Rom spline through the points, as Bézier curves; a dot is a line of no length. */
function curve(points: Point[]): string {
  const [first] = points
  if (!first) return ''
  const start = `${pair(first)} m`
  if (points.length === 1) return `${start} ${pair(first)} l`
  if (points.length === 2) return `${start} ${pair(points[1]!)} l`
  const parts = [start]
  for (let index = 0; index < points.length - 1; index++) {
    const before = points[index - 1] ?? points[index]!
    const from = points[index]!
    const to = points[index + 1]!
    const after = points[index + 2] ?? to
    const leaving = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 }
    const arriving = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 }
    parts.push(`${pair(leaving)} ${pair(arriving)} ${pair(to)} c`)
  }
  return parts.join(' ')
}

function pair({ x, y }: Point) {
  return `${decimal(Math.round(x * 100) / 100)} ${decimal(Math.round(y * 100) / 100)}`
}
