/** @typedef {import('./field_list.js').Placed} Placed */

/**
 * What the form sends. New documents say it in parts of the page, which the server may measure otherwise; drafts in points, as they keep it.
 *
 * @param {readonly Placed[]} fields
 * @param {boolean} isStored
 * @param {(page: number) => { width: number, height: number }} sizeOf
 */
export function writtenFields(fields, isStored, sizeOf) {
  return JSON.stringify(
    fields.map(({ id: _, ...field }) =>
      isStored ? { ...field, unit: 'pt' } : { ...field, ...inPercent(field, sizeOf(field.page)) }
    )
  )
}

/** @param {Placed} field @param {{ width: number, height: number }} page */
function inPercent({ x, y, width, height }, page) {
  return {
    x: percent(x, page.width),
    y: percent(y, page.height),
    width: percent(width, page.width),
    height: percent(height, page.height),
  }
}

/** @param {number} part @param {number} whole */
function percent(part, whole) {
  return Math.floor((part / whole) * 1_000_000) / 10_000
}
