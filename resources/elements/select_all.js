/** `<select-all>` around a box of its own: ticks or clears all boxes of its table, and tells how it stands. */
class SelectAll extends HTMLElement {
  connectedCallback() {
    this.#table?.addEventListener('change', this)
    this.hidden = false
    this.#tell()
  }

  disconnectedCallback() {
    this.#table?.removeEventListener('change', this)
  }

  /** @param {Event} event */
  handleEvent({ target }) {
    if (target === this.#own) for (const box of this.#boxes) box.checked = this.#own.checked
    this.#tell()
  }

  #tell() {
    const own = this.#own
    if (!own) return
    const ticked = this.#boxes.filter(({ checked }) => checked).length
    own.checked = ticked > 0 && ticked === this.#boxes.length
    own.indeterminate = ticked > 0 && ticked < this.#boxes.length
  }

  get #table() {
    return this.closest('table')
  }

  get #own() {
    return this.querySelector('input')
  }

  get #boxes() {
    const boxes = this.#table?.querySelectorAll('tbody input[type=checkbox]') ?? []
    return /** @type {HTMLInputElement[]} */ ([...boxes])
  }
}

customElements.define('select-all', SelectAll)
