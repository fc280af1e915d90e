/** @typedef {import('./arrangement.js').Box} Box */

const NEAR_PT = 4

/**
 * Where a field that is moved comes to rest: in line with an edge or the middle of another one, or with the middle of the page.
 * Sorted once when a field is taken up, and looked up at each move.
 */
export default class SnapIndex {
  #across
  #down

  /** @param {readonly Box[]} guides @param {{ width: number, height: number }} page */
  constructor(guides, page) {
    this.#across = new Edges(
      guides.map(({ x, width }) => [x, width]),
      page.width / 2
    )
    this.#down = new Edges(
      guides.map(({ y, height }) => [y, height]),
      page.height / 2
    )
  }

  /** @param {Box} box @returns {{ x: number, y: number, across: number | null, down: number | null }} with the lines that it snapped to */
  moved({ x, y, width, height }) {
    const across = this.#across.near(x, width)
    const down = this.#down.near(y, height)
    return {
      x: x + (across?.by ?? 0),
      y: y + (down?.by ?? 0),
      across: across?.line ?? null,
      down: down?.line ?? null,
    }
  }

  /** How far an edge that is pulled is from one to rest at. @param {'across' | 'down'} way @param {number} at */
  edge(way, at) {
    return (way === 'across' ? this.#across : this.#down).nearEdge(at)
  }
}

/** Starts, ends and middles in one direction. */
class Edges {
  /** @param {number[][]} guides  start and length of each @param {number} middle  of the page */
  constructor(guides, middle) {
    this.starts = sorted(guides.map(([start]) => start))
    this.ends = sorted(guides.map(([start, length]) => start + length))
    this.middles = sorted([middle, ...guides.map(([start, length]) => start + length / 2)])
  }

  /** @param {number} start @param {number} length */
  near(start, length) {
    return best([
      closest(this.starts, start),
      closest(this.ends, start + length),
      closest(this.middles, start + length / 2),
    ])
  }

  /** @param {number} at */
  nearEdge(at) {
    return best([closest(this.starts, at), closest(this.ends, at)])?.by ?? 0
  }
}

/** @param {({ by: number, line: number } | null)[]} found */
function best(found) {
  return found.reduce((a, b) => (!a || (b && Math.abs(b.by) < Math.abs(a.by)) ? b : a), null)
}

/** @param {Float64Array} lines @param {number} at */
function closest(lines, at) {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const between = (low + high) >> 1
    if (lines[between] < at) low = between + 1
    else high = between
  }
  const near = [lines[low - 1], lines[low]].filter((line) => Math.abs(line - at) <= NEAR_PT)
  if (near.length === 0) return null
  const line = near.reduce((a, b) => (Math.abs(b - at) < Math.abs(a - at) ? b : a))
  return { by: line - at, line }
}

/** @param {number[]} lines */
function sorted(lines) {
  return Float64Array.from(lines).sort()
}
