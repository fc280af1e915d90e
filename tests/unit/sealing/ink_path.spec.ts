import { test } from '@japa/runner'
import { inkPath } from '#app/sealing/pages/ink_path'

const PAD = { width: 300, height: 100 }
const BOX = { x: 100, y: 500, width: 180, height: 50 }
const WAVE = Array.from({ length: 12 }, (_, at) => ({ x: 20 + at * 20, y: 50 + 30 * Math.sin(at) }))
const NUMBERS = /-?\d+(?:\.\d+)?/g

/** The farthest that a path reaches beyond its box. */
function beyond(path: string): number {
  const numbers = path.match(NUMBERS)!.map(Number)
  const out = numbers.map((number, at) =>
    at % 2 === 0
      ? Math.max(BOX.x - number, number - BOX.x - BOX.width)
      : Math.max(BOX.y - number, number - BOX.y - BOX.height)
  )
  return Math.max(...out)
}

/** How wide the ribbon is at each of its quadrangles, in the order in which it was written. */
function widths(path: string): number[] {
  const quads = path.match(/[^h]+h/g)!.filter((shape) => shape.includes(' l'))
  return quads.map((quad) => {
    const [ax, ay, bx, by, cx, cy, dx, dy] = quad.match(NUMBERS)!.map(Number)
    const sides = [Math.hypot(bx! - ax!, by! - ay!), Math.hypot(dx! - ax!, dy! - ay!)]
    return Math.hypot(cx! - ax!, cy! - ay!) && Math.max(...sides)
  })
}

test.group('Ink of a signature', () => {
  test('is a line as before where the pen says nothing of how it was pressed', ({ assert }) => {
    const ink = inkPath([[{ x: 0, y: 0 }], [...WAVE.slice(0, 3)]], PAD, BOX)!
    assert.equal(
      ink.path,
      '171.29 549.1 m 171.29 549.1 l 183.76 517.91 m 185.84 515.29 192.08 505 196.24 502.17 c 200.4 499.33 206.63 501.11 208.71 500.9 c'
    )
    assert.closeTo(ink.thickness!, 1.5, 0.01)
  })

  test('is a shape as wide as the pen was pressed', ({ assert }) => {
    const pressed = WAVE.map((point, at) => ({ ...point, p: at / (WAVE.length - 1) }))
    const { path, thickness } = inkPath([pressed], PAD, BOX)!
    assert.isNull(thickness)
    assert.isAtMost(beyond(path), 0.01, 'nothing reaches out of its field')
    assert.match(path, /^[\d. mlch-]+$/)
    const all = widths(path)
    assert.isAbove(all.at(-1)!, all[0]! * 1.5, 'it ends broader than it began')
    const even = inkPath([WAVE.map((point) => ({ ...point, p: 0.5 }))], PAD, BOX)!
    assert.isBelow(Math.abs(even.path.length - path.length) / path.length, 0.1)
  })

  test('of a dot, and of many points, is drawn as well', ({ assert }) => {
    const dot = inkPath([[{ x: 10, y: 10, p: 0.9 }]], PAD, BOX)!
    assert.match(dot.path, / c h$/)
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      ...{ x: at % 300, y: (at * 7) % 100 },
      p: 1,
    }))
    const { length } = inkPath([many], PAD, BOX)!.path
    const even = inkPath([many.map(({ x, y }) => ({ x, y }))], PAD, BOX)!
    assert.isBelow(length, 3 * even.path.length, 'a scribble costs no megabytes')
  })
})
