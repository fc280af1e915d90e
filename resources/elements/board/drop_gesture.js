/** @typedef {import('./board_pages.js').default} BoardPages */

/** Carries a kind of field from the palette onto a page. */
export default class DropGesture {
  #ghost = document.createElement('div')

  /**
   * @param {BoardPages} pages
   * @param {{ width: number, height: number, words: string, tone: Record<string, string> }} kind
   * @param {(place: { page: number, x: number, y: number }) => void} drop  with the middle of the field, in points
   */
  constructor(pages, { width, height, words, tone }, drop) {
    this.pages = pages
    this.drop = drop
    const scale = pages.scaleOf(pages.inView)
    this.#ghost.className = 'carried-field signer-tone'
    this.#ghost.textContent = words
    Object.assign(this.#ghost.dataset, tone)
    this.#ghost.style.width = `${width * scale}px`
    this.#ghost.style.height = `${height * scale}px`
  }

  begin() {
    document.body.append(this.#ghost)
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { clientX, clientY } = event
    this.#ghost.style.translate = `calc(${clientX}px - 50%) calc(${clientY}px - 50%)`
    this.#ghost.toggleAttribute('data-over', this.#isOver(event))
  }

  /** @param {PointerEvent} event */
  end(event) {
    this.#ghost.remove()
    if (this.#isOver(event)) this.drop(this.pages.pointAt(event))
  }

  cancel() {
    this.#ghost.remove()
  }

  /** @param {PointerEvent} event */
  #isOver({ clientX, clientY }) {
    const { left, right, top, bottom } = this.pages.box.getBoundingClientRect()
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  }
}
