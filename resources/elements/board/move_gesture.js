import { exact, wayForAll, within } from './arrangement.js'
import SnapIndex from './snap_index.js'

/** @typedef {import('./field_list.js').Placed} Placed */
/** @typedef {import('./board_surface.js').BoardSurface} BoardSurface */

/**
 * Drags fields. Until they are let go only their elements move; the list changes once. Fields of one page go to the page under
 * the pointer, fields of several pages move together on theirs.
 */
export default class MoveGesture {
  /** @type {Map<number, SnapIndex>} */
  #indexes = new Map()
  #page
  #way = { dx: 0, dy: 0 }

  /**
   * @param {BoardSurface} surface
   * @param {Placed} lead  the one that is held
   * @param {readonly Placed[]} fields  with the others that go along
   * @param {PointerEvent} event
   */
  constructor(surface, lead, fields, event) {
    this.surface = surface
    this.lead = lead
    this.fields = new Map(fields.map((field) => [field.id, field]))
    this.start = surface.pages.pointAt(event, lead.page)
    this.isOfOnePage = fields.every(({ page }) => page === lead.page)
    this.#page = lead.page
  }

  begin() {
    this.surface.lift(this.fields, true)
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { pages } = this.surface
    const under = pages.pointAt(event)
    const at = this.isOfOnePage ? under : pages.pointAt(event, this.lead.page)
    this.#page = at.page
    const snap = this.#rest(at.x - this.start.x, at.y - this.start.y, event.altKey)
    this.surface.shift(this.fields, this.isOfOnePage ? this.#page : 0, this.#way)
    this.surface.guide(snap)
  }

  end() {
    this.surface.lift(this.fields, false)
    const { dx, dy } = this.#way
    const page = this.isOfOnePage ? this.#page : null
    this.surface.change([...this.fields.values()], (field) => {
      return { page: page ?? field.page, x: exact(field.x + dx), y: exact(field.y + dy) }
    })
  }

  cancel() {
    this.surface.lift(this.fields, false)
  }

  /**
   * Sets the way to where they come to rest.
   *
   * @param {number} dx @param {number} dy @param {boolean} isFree  of what they would snap to
   * @returns {{ page: number, across: number | null, down: number | null } | null} the lines there
   */
  #rest(dx, dy, isFree) {
    const page = this.#page
    const { pages } = this.surface
    const wanted = { ...this.lead, x: this.lead.x + dx, y: this.lead.y + dy }
    const snap = isFree ? null : this.#index(page).moved(within(wanted, pages.sizeOf(page)))
    const to = snap ?? wanted
    this.#way = this.#limits.kept(
      to.x - this.lead.x,
      to.y - this.lead.y,
      this.isOfOnePage ? page : 0
    )
    return snap && { page, across: snap.across, down: snap.down }
  }

  /** @param {number} page */
  #index(page) {
    const known = this.#indexes.get(page)
    if (known) return known
    const { list, pages } = this.surface
    const others = list.onPage(page).filter(({ id }) => !this.fields.has(id))
    const index = new SnapIndex(others, pages.sizeOf(page))
    this.#indexes.set(page, index)
    return index
  }

  get #limits() {
    this.limits ??= new Limits([...this.fields.values()], (page) => this.surface.pages.sizeOf(page))
    return this.limits
  }
}

/** How far fields can move together: told once for each page that they are over, not once a frame. */
class Limits {
  /** @type {Map<number, { least: { dx: number, dy: number }, most: { dx: number, dy: number } }>} */
  #known = new Map()

  /** @param {Placed[]} fields @param {(page: number) => { width: number, height: number }} sizeOf */
  constructor(fields, sizeOf) {
    this.fields = fields
    this.sizeOf = sizeOf
  }

  /** @param {number} dx @param {number} dy @param {number} page  nought where each stays on its own */
  kept(dx, dy, page) {
    const { least, most } = this.#known.get(page) ?? this.#measure(page)
    return {
      dx: Math.max(least.dx, Math.min(dx, most.dx)),
      dy: Math.max(least.dy, Math.min(dy, most.dy)),
    }
  }

  /** @param {number} page */
  #measure(page) {
    const size = (/** @type {number} */ own) => this.sizeOf(page || own)
    const limits = {
      least: wayForAll(this.fields, -Infinity, -Infinity, size),
      most: wayForAll(this.fields, Infinity, Infinity, size),
    }
    this.#known.set(page, limits)
    return limits
  }
}
