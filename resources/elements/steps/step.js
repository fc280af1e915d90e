import { filledIn } from '../words.js'

/**
 * One thing to do: an entry of the guide, and its place on the page when it has one. This one is written in a line, or in several;
 * for other widgets there are classes beside it.
 */
export default class Step {
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
    /** What is said to somebody who goes on without it. */
    this.missing = item.dataset.missing ?? ''
    if (place) this.#lay(place)
    const content = item.querySelector('template[data-place]')
    if (content instanceof HTMLTemplateElement) this.shown?.append(content.content.cloneNode(true))
  }

  get isFilled() {
    return Boolean(this.value)
  }

  get isDone() {
    return this.isFilled && !this.isInvalid
  }

  get isInvalid() {
    return this.control ? !this.control.checkValidity() : false
  }

  /** @returns {string | boolean} */
  get value() {
    return this.control?.value.trim() ?? ''
  }

  set value(value) {
    if (this.control) this.control.value = String(value)
  }

  /** Where its value is shown on the page. */
  get shown() {
    const shown = this.place?.querySelector('.pdf-field-value')
    return shown instanceof HTMLElement ? shown : null
  }

  get control() {
    return /** @type {HTMLInputElement | HTMLTextAreaElement | null} */ (
      this.item.querySelector('input, textarea')
    )
  }

  /** Before it is shown, and before it is sent. */
  prepare() {}

  /** Somebody pressed its place on the page. @returns {boolean} whether this filled it in, or emptied it */
  touch() {
    return false
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
    if (!this.place) return
    this.place.toggleAttribute('data-filled', this.isFilled)
    const { filled, open, free } = this.words
    const state = this.isFilled ? filled : this.isRequired ? open : free
    this.place.setAttribute('aria-label', filledIn(state, { label: this.label }))
    if (this.shown) this.showIn(this.shown)
  }

  /** @param {HTMLElement} shown */
  showIn(shown) {
    shown.textContent = String(this.value)
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
}
