/** @typedef {import('./placed_field.js').default} PlacedField */

const GRIPPED = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']

/**
 * Follows the mouse, a pen or a finger that pulls at a part of a field.
 *
 * @param {PlacedField} field
 * @param {HTMLElement} part
 * @param {(start: { x: number, y: number, width: number, height: number }, dx: number, dy: number, event: PointerEvent) => void} pull
 *   with the box that the field had, and the way since in points
 */
export function grip(field, part, pull) {
  /** @type {{ box: { x: number, y: number, width: number, height: number }, at: PointerEvent } | null} */
  let start = null
  const follow = (/** @type {PointerEvent} */ event) => {
    if (event.type === 'pointerdown') {
      part.setPointerCapture(event.pointerId)
      const { x, y, width, height } = field
      start = { box: { x, y, width, height }, at: event }
    } else if (start && event.type === 'pointermove') {
      const [dx, dy] = [event.clientX - start.at.clientX, event.clientY - start.at.clientY]
      pull(start.box, dx / field.scale, dy / field.scale, event)
    } else if (start) {
      start = null
      field.dispatchEvent(new CustomEvent('placed-field:settled', { bubbles: true }))
    }
  }
  for (const type of GRIPPED)
    part.addEventListener(type, (event) => follow(/** @type {PointerEvent} */ (event)))
}
