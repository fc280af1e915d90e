import { resized } from './arrangement.js'
import SnapIndex from './snap_index.js'

/** @typedef {import('./field_list.js').Placed} Placed */
/** @typedef {import('./board_surface.js').BoardSurface} BoardSurface */

/** Pulls at an edge or a corner of a field. */
export default class ResizeGesture {
  #index
  #box

  /** @param {BoardSurface} surface @param {Placed} field @param {string} edges @param {PointerEvent} event */
  constructor(surface, field, edges, event) {
    this.surface = surface
    this.field = field
    this.edges = edges
    this.start = surface.pages.pointAt(event, field.page)
    this.size = surface.pages.sizeOf(field.page)
    const others = surface.list.onPage(field.page).filter((other) => other !== field)
    this.#index = new SnapIndex(others, this.size)
    this.#box = { x: field.x, y: field.y, width: field.width, height: field.height }
  }

  begin() {
    this.surface.pages.holdStill(true)
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { field, edges, start } = this
    const at = this.surface.pages.pointAt(event, field.page)
    let [dx, dy] = [at.x - start.x, at.y - start.y]
    if (!event.altKey) {
      const [right, bottom] = [field.x + field.width, field.y + field.height]
      dx += this.#index.edge('across', (edges.includes('w') ? field.x : right) + dx)
      dy += this.#index.edge('down', (edges.includes('n') ? field.y : bottom) + dy)
    }
    this.#box = resized(field, edges, dx, dy, this.size)
    this.surface.element(field)?.place(this.#box, this.size)
  }

  end() {
    this.surface.pages.holdStill(false)
    this.surface.resized(this.field, this.#box)
  }

  cancel() {
    this.surface.pages.holdStill(false)
    this.surface.element(this.field)?.place(this.field, this.size)
  }
}
