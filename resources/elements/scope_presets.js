/** `<scope-presets>` with buttons that tick a set of the form's scopes at once, and say which set is ticked. */
class ScopePresets extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', this)
    this.#form?.addEventListener('change', this)
    this.#tell()
  }

  disconnectedCallback() {
    this.removeEventListener('click', this)
    this.#form?.removeEventListener('change', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    const target = /** @type {Element} */ (event.target)
    const button = /** @type {HTMLElement | null} */ (target.closest('[data-scopes]'))
    if (event.type === 'click' && button) this.#tick(scopesOf(button))
    this.#tell()
  }

  /** @param {string[]} scopes */
  #tick(scopes) {
    for (const box of this.#boxes) box.checked = scopes.includes(box.value)
  }

  #tell() {
    const ticked = this.#boxes.filter(({ checked }) => checked).map(({ value }) => value)
    for (const button of this.#buttons) {
      const scopes = scopesOf(button)
      const isSame = scopes.length === ticked.length && scopes.every((one) => ticked.includes(one))
      button.setAttribute('aria-pressed', String(isSame))
    }
  }

  get #form() {
    return this.closest('form')
  }

  get #buttons() {
    return /** @type {HTMLElement[]} */ ([...this.querySelectorAll('[data-scopes]')])
  }

  get #boxes() {
    const boxes = this.#form?.querySelectorAll('[name="scopes[]"]') ?? []
    return /** @type {HTMLInputElement[]} */ ([...boxes])
  }
}

/** @param {HTMLElement} button */
function scopesOf(button) {
  return (button.dataset.scopes ?? '').split(' ').filter(Boolean)
}

customElements.define('scope-presets', ScopePresets)
