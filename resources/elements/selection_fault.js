/** `<selection-fault data-tick data-label>` in the form of a list, empty: says what an action lacks, before it takes what is ticked and searched away. */
class SelectionFault extends HTMLElement {
  /** @type {HTMLFormElement | null} */
  #form = null
  /** @type {Element | null} */
  #list = null

  connectedCallback() {
    this.#form = this.closest('form')
    this.#list = this.closest('section')
    // before anybody else takes the form for sent
    this.#form?.addEventListener('submit', this, { capture: true })
    this.#list?.addEventListener('change', this)
  }

  disconnectedCallback() {
    this.#form?.removeEventListener('submit', this, { capture: true })
    this.#list?.removeEventListener('change', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === 'change') return this.#say('')
    const { tick = '', label = '' } = this.dataset
    if (!this.#list?.querySelector('tbody input:checked')) this.#say(tick, 'input[type=checkbox]')
    else if (this.#lacksLabel(/** @type {SubmitEvent} */ (event))) this.#say(label, 'form select')
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  /** @param {SubmitEvent} event */
  #lacksLabel({ submitter }) {
    const { value } = /** @type {HTMLButtonElement} */ (submitter ?? {})
    return /^(?:un)?label$/.test(value) && this.#form?.querySelector('select')?.value === ''
  }

  /** @param {string} text @param {string} [lacking]  what the focus goes to */
  #say(text, lacking) {
    const words = this.querySelector('span')
    if (words) words.textContent = text
    this.hidden = text === ''
    const control = lacking ? this.#list?.querySelector(lacking) : null
    if (control instanceof HTMLElement) control.focus()
  }
}

customElements.define('selection-fault', SelectionFault)
