import { decimal } from '../pdf/decimal.js'
import type { Point } from '../seal_order.js'

/** How wide the lightest and the heaviest hand write, as parts of an even pen. */
const LIGHTEST = 0.45
export const HEAVIEST = 1.55
/** Of points that say nothing. */
const EVEN = 0.5
/** In points of paper: the corners between shorter pieces are seen by nobody. */
const PIECE = 1.2
/** Of all strokes together, besides one from point to point: a scribble is no reason for a file of megabytes. */
const MOST_PIECES = 4_000
/** The cosine of the sharpest bend that a ribbon goes around without a corner. */
const STRAIGHT = 0.8
/** Of a circle that is drawn as four curves. */
const ROUND = 0.5523

type Sample = Required<Point>

/**
 * Strokes as wide as the hand pressed, as shapes to be filled: a ribbon of quadrangles that turn the same way around, so that one that
 * crosses itself has no holes, and round ends.
 *
 * @param strokes  in place
 * @param thickness  of an even pen
 * @returns path construction operators
 */
export function inkOutline(strokes: readonly Point[][], thickness: number): string {
  const drawn = strokes.filter(({ length }) => length > 0)
  const length = drawn.reduce((sum, stroke) => sum + lengthOf(stroke), 0)
  const piece = Math.max(PIECE, length / MOST_PIECES)
  return drawn.map((stroke) => ribbon(samplesOf(stroke, piece), thickness)).join(' ')
}

function lengthOf(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, to, at) => sum + distance(points[at]!, to), 0)
}

function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y)
}

function ribbon(samples: readonly Sample[], thickness: number): string {
  const half = ({ p }: Sample) => ((LIGHTEST + (HEAVIEST - LIGHTEST) * p) * thickness) / 2
  const sides = samples.map((sample, at) => {
    const [before, after] = [samples[at - 1] ?? sample, samples[at + 1] ?? sample]
    const [dx, dy] = [after.x - before.x, after.y - before.y]
    const reach = half(sample) / (Math.hypot(dx, dy) || 1)
    const across = { x: -dy * reach, y: dx * reach }
    return [moved(sample, across, 1), moved(sample, across, -1)] as const
  })
  const quads = sides.slice(1).map((end, at) => quadrangle(sides[at]!, end))
  const rounds = samples.filter((_, at) => isTip(samples, at)).map((tip) => dot(tip, half(tip)))
  return [...rounds, ...quads].join(' ')
}

/** Where the pen begins, ends or turns back. */
function isTip(samples: readonly Sample[], at: number): boolean {
  const [before, here, after] = [samples[at - 1], samples[at]!, samples[at + 1]]
  if (!before || !after) return true
  const [ax, ay] = [here.x - before.x, here.y - before.y]
  const [bx, by] = [after.x - here.x, after.y - here.y]
  return ax * bx + ay * by < STRAIGHT * Math.hypot(ax, ay) * Math.hypot(bx, by)
}

type Side = readonly [Point, Point]

function quadrangle([a, d]: Side, [b, c]: Side): string {
  const corners = [a, b, c, d]
  const area = corners.reduce((sum, { x, y }, at) => {
    const next = corners[(at + 1) % corners.length]!
    return sum + x * next.y - next.x * y
  }, 0)
  const [start, ...others] = area < 0 ? corners.reverse() : corners
  return `${pair(start!)} m ${others.map((corner) => `${pair(corner)} l`).join(' ')} h`
}

/** Counterclockwise, as the quadrangles. */
function dot({ x, y }: Point, radius: number): string {
  const at = (dx: number, dy: number) => pair({ x: x + dx * radius, y: y + dy * radius })
  const quarters = [
    [1, ROUND, ROUND, 1, 0, 1],
    [-ROUND, 1, -1, ROUND, -1, 0],
    [-1, -ROUND, -ROUND, -1, 0, -1],
    [ROUND, -1, 1, -ROUND, 1, 0],
  ] as const
  const curves = quarters.map(([a, b, c, d, e, f]) => `${at(a, b)} ${at(c, d)} ${at(e, f)} c`)
  return `${at(1, 0)} m ${curves.join(' ')} h`
}

/** Along a Catmull-Rom spline through the points. @param piece  the longest */
function samplesOf(points: readonly Point[], piece: number): Sample[] {
  const all = points.map((point) => ({ ...point, p: point.p ?? EVEN }))
  const samples = [all[0]!]
  for (const [at, from] of all.slice(0, -1).entries()) {
    const to = all[at + 1]!
    const [before, after] = [all[at - 1] ?? from, all[at + 2] ?? to]
    const pieces = Math.max(1, Math.ceil(distance(from, to) / piece))
    for (let count = 1; count <= pieces; count++) {
      const t = count / pieces
      samples.push({
        x: spline(before.x, from.x, to.x, after.x, t),
        y: spline(before.y, from.y, to.y, after.y, t),
        p: from.p + (to.p - from.p) * t,
      })
    }
  }
  return samples
}

function spline(before: number, from: number, to: number, after: number, t: number): number {
  const [leaving, arriving] = [(to - before) / 2, (after - from) / 2]
  const rise = to - from
  return (
    from +
    leaving * t +
    (3 * rise - 2 * leaving - arriving) * t ** 2 +
    (leaving + arriving - 2 * rise) * t ** 3
  )
}

function moved({ x, y }: Point, by: Point, way: 1 | -1): Point {
  return { x: x + by.x * way, y: y + by.y * way }
}

function pair({ x, y }: Point): string {
  return `${decimal(Math.round(x * 100) / 100)} ${decimal(Math.round(y * 100) / 100)}`
}
