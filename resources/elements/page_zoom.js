import { zoomOf, zoomPages } from './pages_zoom.js'

const LEVELS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]
/** Fingers stop between levels. */
const ALIKE = 0.01

/**
 * `<page-zoom for>`: makes the pages of a document larger or smaller; buttons carry `data-step`. Several may stand for the same pages,
 * which fingers zoom as well: each says what the pages have.
 */
class PageZoom extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', this)
    document.addEventListener('page-zoom:changed', this)
  }

  disconnectedCallback() {
    this.removeEventListener('click', this)
    document.removeEventListener('page-zoom:changed', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === 'page-zoom:changed') return this.#say()
    const button = /** @type {Element} */ (event.target).closest('[data-step]')
    const pages = this.#pages
    if (!(button instanceof HTMLElement) || !pages) return
    const zoom = zoomOf(pages)
    const next =
      Number(button.dataset.step) > 0
        ? LEVELS.find((level) => level > zoom + ALIKE)
        : LEVELS.findLast((level) => level < zoom - ALIKE)
    if (next) zoomPages(pages, next)
  }

  #say() {
    const output = this.querySelector('output')
    if (output && this.#pages) output.value = `${Math.round(zoomOf(this.#pages) * 100)}%`
  }

  get #pages() {
    return document.getElementById(this.getAttribute('for') ?? '')
  }
}

customElements.define('page-zoom', PageZoom)
