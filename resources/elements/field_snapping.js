/** @typedef {import('./placed_field.js').default} PlacedField */

const NEAR_PT = 4

/**
 * Where a field that is dragged comes to rest: in line with an edge or the middle of another one on its page, if that is near.
 *
 * @param {PlacedField} field
 * @param {number} x  in points
 * @param {number} y
 * @param {PlacedField[]} moving  those that move along, and so are no guide
 */
export function snapped(field, x, y, moving) {
  const page = field.closest('pdf-page')
  const others = /** @type {PlacedField[]} */ ([...(page?.querySelectorAll('placed-field') ?? [])])
  const guides = others.filter((other) => other !== field && !moving.includes(other))
  return {
    x: nearest(
      x,
      field.width,
      guides.map((other) => [other.x, other.width])
    ),
    y: nearest(
      y,
      field.height,
      guides.map((other) => [other.y, other.height])
    ),
  }
}

/** @param {number} at @param {number} length @param {number[][]} guides  start and length of each */
function nearest(at, length, guides) {
  const places = guides.flatMap(([start, extent]) => [
    start,
    start + extent - length,
    start + (extent - length) / 2,
  ])
  const [best] = places.sort((a, b) => Math.abs(a - at) - Math.abs(b - at))
  return best !== undefined && Math.abs(best - at) <= NEAR_PT ? best : at
}
