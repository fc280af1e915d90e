import { colorOffer, takeColor } from './color_offer.js'
import words from './dashboard_words.js'

const HEX = /^#[0-9a-f]{6}$/i
const PAUSE_MS = 250

/**
 * `<color-field check>` around a palette and a text: either follows the other. An empty text is what is inherited. The address says what is
 * wrong with a colour, which is told below while it is chosen.
 */
class ColorField extends HTMLElement {
  #timer = 0

  connectedCallback() {
    this.#well.hidden = false
    this.addEventListener('input', this)
  }

  disconnectedCallback() {
    clearTimeout(this.#timer)
    this.removeEventListener('input', this)
  }

  /** @param {Event} event */
  handleEvent({ target }) {
    if (target === this.#well) this.#text.value = this.#well.value
    else this.#well.value = HEX.test(this.#text.value) ? this.#text.value : this.#inherited
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#check(this.#text.value), PAUSE_MS)
  }

  /** @param {string} hex */
  async #check(hex) {
    const url = new URL(this.getAttribute('check') ?? '', location.href)
    url.searchParams.set('hex', hex)
    const answer = HEX.test(hex) ? await fetch(url).catch(() => null) : null
    const { message, offer } = answer?.ok ? await answer.json() : {}
    if (hex === this.#text.value) this.#say(message, offer)
  }

  /**
   * In place of what was said of an earlier colour.
   *
   * @param {string | undefined} message
   * @param {string | undefined} offer
   */
  #say(message, offer) {
    const place = /** @type {HTMLElement} */ (this.parentElement?.querySelector('[data-said]'))
    this.parentElement?.querySelectorAll('.field-error, .offer').forEach((old) => old.remove())
    this.#text.toggleAttribute('aria-invalid', false)
    place.replaceChildren()
    if (!message) return
    this.#text.setAttribute('aria-invalid', 'true')
    const text = document.createElement('p')
    text.className = 'field-error'
    text.textContent = message
    place.append(text)
    if (offer)
      place.append(
        colorOffer(offer, words.colorField.take(offer), () => takeColor(this.#text, offer))
      )
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
