/** @typedef {import('./board_pages.js').default} BoardPages */

/**
 * Draws a box over the pages: a field on one page, or a frame around fields of several.
 */
export default class BoxGesture {
  #ghost = document.createElement('div')
  #to

  /**
   * @param {BoardPages} pages
   * @param {PointerEvent} event
   * @param {{ name: string, onPage: number | null, drawing?: (box: DOMRect) => void, drawn: (box: DOMRect) => void }} options
   *   on one page only, or on all; boxes are in pixels of the content of the scrolling box
   */
  constructor(pages, event, { name, onPage, drawing = () => {}, drawn }) {
    this.pages = pages
    this.page = onPage === null ? null : (pages.page(onPage) ?? null)
    this.drawing = drawing
    this.drawn = drawn
    this.from = this.#placeOf(event)
    this.#to = this.from
    this.#ghost.className = name
  }

  begin() {
    this.pages.box.append(this.#ghost)
  }

  /** @param {PointerEvent} event */
  move(event) {
    this.#to = this.#placeOf(event)
    const { x, y, width, height } = this.#box
    this.#ghost.style.translate = `${x}px ${y}px`
    this.#ghost.style.width = `${width}px`
    this.#ghost.style.height = `${height}px`
    this.drawing(this.#box)
  }

  end() {
    this.#ghost.remove()
    this.drawn(this.#box)
  }

  cancel() {
    this.#ghost.remove()
  }

  get #box() {
    const [from, to] = [this.from, this.#to]
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
    return new DOMRect(x, y, Math.abs(to.x - from.x), Math.abs(to.y - from.y))
  }

  /** @param {PointerEvent} event */
  #placeOf({ clientX, clientY }) {
    const { box } = this.pages
    const { left, top } = box.getBoundingClientRect()
    const at = { x: clientX - left + box.scrollLeft, y: clientY - top + box.scrollTop }
    if (!this.page) return at
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = this.page
    return {
      x: Math.min(Math.max(at.x, offsetLeft), offsetLeft + offsetWidth),
      y: Math.min(Math.max(at.y, offsetTop), offsetTop + offsetHeight),
    }
  }
}
