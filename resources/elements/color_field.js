const HEX = /^#[0-9a-f]{6}$/i

/** `<color-field>` around a palette and a text: either follows the other. An empty text is what is inherited. */
class ColorField extends HTMLElement {
  connectedCallback() {
    this.#well.hidden = false
    this.addEventListener('input', this)
  }

  disconnectedCallback() {
    this.removeEventListener('input', this)
  }

  /** @param {Event} event */
  handleEvent({ target }) {
    if (target === this.#well) this.#text.value = this.#well.value
    else this.#well.value = HEX.test(this.#text.value) ? this.#text.value : this.#inherited
  }

  get #inherited() {
    return HEX.test(this.#text.placeholder)
      ? this.#text.placeholder
      : (this.#well.dataset.default ?? '')
  }

  get #well() {
    return /** @type {HTMLInputElement} */ (this.querySelector('[type=color]'))
  }

  get #text() {
    return /** @type {HTMLInputElement} */ (this.querySelector('.input'))
  }
}

customElements.define('color-field', ColorField)
