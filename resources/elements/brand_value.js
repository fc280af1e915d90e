import words from './dashboard_words.js'

/** `<brand-value>` around one value that may be inherited: says whose it is, and puts it back without a way over the server. */
class BrandValue extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', this)
    this.addEventListener('input', this)
  }

  disconnectedCallback() {
    this.removeEventListener('click', this)
    this.removeEventListener('input', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === 'input') this.#chosen()
    else this.#reset(event)
  }

  /** A label that says “inherited” beside a value that is not would be wrong until the page is loaded anew. */
  #chosen() {
    const whose = this.querySelector('.inheritance > span')
    if (whose) whose.textContent = words.brandValue.own
  }

  /** @param {Event} event */
  #reset(event) {
    const button = /** @type {Element} */ (event.target).closest('[data-reset]')
    const inputs = [...this.querySelectorAll('input[name]:not([type=file]), textarea, select')]
    const isWhole = inputs.some(
      (input) => input.getAttribute('name') === button?.getAttribute('value')
    )
    if (!button || !isWhole) return
    event.preventDefault()
    for (const input of inputs) {
      const value = /** @type {HTMLInputElement} */ (input)
      if (value.type === 'checkbox') value.checked = false
      else value.value = ''
      value.dispatchEvent(new Event('input', { bubbles: true }))
    }
    this.querySelector('.picture-shown')?.replaceChildren()
    button.replaceWith(words.brandValue.inherited)
    const next = this.querySelector('.input, [type=file]')
    if (next instanceof HTMLElement) next.focus()
  }
}

customElements.define('brand-value', BrandValue)
