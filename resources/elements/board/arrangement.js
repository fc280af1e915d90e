/** @typedef {import('./field_list.js').Placed} Placed */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ width: number, height: number }} Size */

export const SMALLEST_PT = 8

/** The box as it fits onto its page; a box that is pushed against an edge keeps its size. @param {Box} box @param {Size} page @returns {Box} */
export function within({ x, y, width, height }, page) {
  const size = {
    width: exact(clamp(width, Math.min(SMALLEST_PT, page.width), page.width)),
    height: exact(clamp(height, Math.min(SMALLEST_PT, page.height), page.height)),
  }
  return {
    x: exact(clamp(x, 0, page.width - size.width)),
    y: exact(clamp(y, 0, page.height - size.height)),
    ...size,
  }
}

/** Fields of several pages move as far as all of them can. @param {readonly Placed[]} fields @param {number} dx @param {number} dy @param {(page: number) => Size} sizeOf */
export function wayForAll(fields, dx, dy, sizeOf) {
  for (const { x, y, width, height, page } of fields) {
    const size = sizeOf(page)
    dx = clamp(dx, -x, size.width - width - x)
    dy = clamp(dy, -y, size.height - height - y)
  }
  return { dx, dy }
}

/**
 * Pulls at an edge or corner.
 *
 * @param {Box} box
 * @param {string} edges  letters of n, e, s and w
 * @param {number} dx @param {number} dy
 * @param {Size} page
 * @returns {Box}
 */
export function resized({ x, y, width, height }, edges, dx, dy, page) {
  let [left, top, right, bottom] = [x, y, x + width, y + height]
  if (edges.includes('w')) left = clamp(left + dx, 0, right - SMALLEST_PT)
  if (edges.includes('e')) right = clamp(right + dx, left + SMALLEST_PT, page.width)
  if (edges.includes('n')) top = clamp(top + dy, 0, bottom - SMALLEST_PT)
  if (edges.includes('s')) bottom = clamp(bottom + dy, top + SMALLEST_PT, page.height)
  return { x: exact(left), y: exact(top), width: exact(right - left), height: exact(bottom - top) }
}

/** Where a field stands in line with the first one that was chosen. @type {Record<string, (field: Box, first: Box) => Partial<Box>>} */
export const ALIGNMENTS = {
  left: (_, first) => ({ x: first.x }),
  centre: (field, first) => ({ x: exact(first.x + (first.width - field.width) / 2) }),
  right: (field, first) => ({ x: exact(first.x + first.width - field.width) }),
  top: (_, first) => ({ y: first.y }),
  middle: (field, first) => ({ y: exact(first.y + (first.height - field.height) / 2) }),
  bottom: (field, first) => ({ y: exact(first.y + first.height - field.height) }),
}

/**
 * With the same room between them, page by page; the outer two stay.
 *
 * @param {readonly Placed[]} fields
 * @param {'across' | 'down'} way
 * @returns {Map<number, number>} the new x or y by id
 */
export function distributed(fields, way) {
  const [start, length] = way === 'across' ? ['x', 'width'] : ['y', 'height']
  const places = new Map()
  for (const own of Map.groupBy(fields, ({ page }) => page).values()) {
    if (own.length < 3) continue
    const sorted = [...own].sort((a, b) => a[start] - b[start])
    const last = sorted[sorted.length - 1]
    const filled = sorted.reduce((sum, field) => sum + field[length], 0)
    const room = (last[start] + last[length] - sorted[0][start] - filled) / (sorted.length - 1)
    let at = sorted[0][start]
    for (const field of sorted) {
      places.set(field.id, exact(at))
      at += field[length] + room
    }
  }
  return places
}

/**
 * @param {string} text  such as “2-5, 8”, “odd” or “all”
 * @param {number} count  of the pages that there are
 * @returns {number[] | null} null for what names no page
 */
export function pagesNamed(text, count) {
  const all = Array.from({ length: count }, (_, at) => at + 1)
  const chosen = new Set()
  for (const part of text
    .toLowerCase()
    .split(/[,;\s]+/)
    .filter(Boolean)) {
    const [, from, to = from] = /^(\d{1,4})(?:[-–](\d{1,4}))?$/.exec(part) ?? []
    const inRange = (/** @type {number} */ page) => page >= Number(from) && page <= Number(to)
    const isNamed = NAMED_PAGES.get(part) ?? (from ? inRange : null)
    if (!isNamed) return null
    for (const page of all) if (isNamed(page)) chosen.add(page)
  }
  return chosen.size > 0 ? all.filter((page) => chosen.has(page)) : null
}

/** @param {number} page */
const isOdd = (page) => page % 2 === 1
/** @param {number} page */
const isEven = (page) => page % 2 === 0

/** In each language of the dashboard, whichever it is shown in. */
const NAMED_PAGES = new Map([
  ['all', () => true],
  ['alle', () => true],
  ['odd', isOdd],
  ['ungerade', isOdd],
  ['even', isEven],
  ['gerade', isEven],
])

/** A thousandth of a point is less than anyone can see. @param {number} points */
export function exact(points) {
  return Math.round(points * 1000) / 1000
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
  return Math.min(Math.max(value, least), Math.max(most, least))
}
