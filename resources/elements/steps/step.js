import { filledIn } from './words.js'

/** @typedef {import('./signature_image.js').Signature} Signature */

/** One thing to do: an entry of the guide, and its place on the page when it has one. */
export default class SigningStep {
  /**
   * @param {HTMLElement} item
   * @param {HTMLElement | null} place
   * @param {Record<string, string>} words  of the guide
   */
  constructor(item, place, words) {
    this.item = item
    this.words = words
    this.place = place
    this.id = item.dataset.step ?? ''
    this.type = item.dataset.type ?? ''
    this.isRequired = item.hasAttribute('data-required')
    this.label = item.dataset.label ?? ''
    /** @type {Signature | null} */
    this.signature = null
    if (place) this.#lay(place)
  }

  get isSigned() {
    return this.type === 'signature' || this.type === 'initials'
  }

  get isFilled() {
    return this.isSigned ? this.signature !== null : Boolean(this.value)
  }

  get isDone() {
    return this.isFilled && !this.isInvalid
  }

  get isInvalid() {
    return this.control ? !this.control.checkValidity() : false
  }

  /** @returns {string | boolean} */
  get value() {
    if (this.isSigned) return this.signature !== null
    const control = this.control
    if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked
    return control?.value.trim() ?? ''
  }

  set value(value) {
    const control = this.control
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked = value === true
    } else if (control) control.value = String(value)
  }

  get control() {
    return /** @type {HTMLInputElement | HTMLTextAreaElement | null} */ (
      this.item.querySelector('input, textarea')
    )
  }

  /** @param {boolean} isCurrent */
  show(isCurrent) {
    for (const element of [this.item, this.place]) {
      if (isCurrent) element?.setAttribute('aria-current', 'step')
      else element?.removeAttribute('aria-current')
    }
    this.item.querySelector('.guide-step-head')?.setAttribute('aria-expanded', String(isCurrent))
  }

  refresh() {
    this.item.toggleAttribute('data-done', this.isDone)
    this.#showAdopted()
    this.#showPlace()
  }

  /** @param {string} message  empty to take the complaint back */
  complain(message) {
    this.place?.toggleAttribute('data-missing', Boolean(message))
    this.control?.setAttribute('aria-invalid', String(Boolean(message)))
    const error = this.item.querySelector('.field-error')
    if (!(error instanceof HTMLElement)) return
    error.hidden = !message
    const words = error.querySelector('span')
    if (words) words.textContent = message
  }

  /**
   * Percent of the page, so that it stays in place at every size.
   *
   * @param {HTMLElement} place
   */
  #lay(place) {
    const { x, y, width, height, points } = place.dataset
    place.style.left = `${x}%`
    place.style.top = `${y}%`
    place.style.width = `${width}%`
    place.style.height = `${height}%`
    place.style.setProperty('--field-height', points ?? '20')
  }

  #showAdopted() {
    const adopted = this.item.querySelector('.adopted')
    if (!(adopted instanceof HTMLElement)) return
    adopted.hidden = !this.signature
    const image = adopted.querySelector('signature-image')
    if (image) /** @type {any} */ (image).signature = this.signature
    const hint = this.item.querySelector('.guide-hint')
    if (hint instanceof HTMLElement) hint.hidden = Boolean(this.signature)
  }

  #showPlace() {
    if (!this.place) return
    this.place.toggleAttribute('data-filled', this.isFilled)
    const { filled, open, free } = this.words
    const state = this.isFilled ? filled : this.isRequired ? open : free
    this.place.setAttribute('aria-label', filledIn(state, { label: this.label }))
    const shown = this.place.querySelector('.pdf-field-value')
    if (!(shown instanceof HTMLElement)) return
    if (this.isSigned) {
      const image = shown.querySelector('signature-image')
      if (image) /** @type {any} */ (image).signature = this.signature
    } else if (this.type !== 'checkbox') shown.textContent = String(this.value)
  }
}
