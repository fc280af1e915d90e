const LEVELS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

/** `<page-zoom for>`: makes the pages of a document larger or smaller; buttons carry `data-step`. */
class PageZoom extends HTMLElement {
  #level = LEVELS.indexOf(1)

  connectedCallback() {
    this.addEventListener('click', this)
  }

  disconnectedCallback() {
    this.removeEventListener('click', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    const button = /** @type {Element} */ (event.target).closest('[data-step]')
    if (!(button instanceof HTMLElement)) return
    const wanted = this.#level + Number(button.dataset.step)
    this.#level = Math.min(LEVELS.length - 1, Math.max(0, wanted))
    this.#apply()
  }

  #apply() {
    const zoom = LEVELS[this.#level]
    const pages = document.getElementById(this.getAttribute('for') ?? '')
    pages?.style.setProperty('--zoom', String(zoom))
    // pages that are wider than their box are moved by the arrows as well
    if (pages && zoom > 1 && !pages.hasAttribute('tabindex')) pages.tabIndex = 0
    const output = this.querySelector('output')
    if (output) output.value = `${Math.round(zoom * 100)}%`
  }
}

customElements.define('page-zoom', PageZoom)
