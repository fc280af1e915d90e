import { colorOffer, takeColor } from './color_offer.js'
import words from './dashboard_words.js'

const { pictureField: said } = words

/** A line that is dead says nothing. */
const PATIENCE_MS = 5 * 60_000

/**
 * `<picture-field shape action>`: sends a chosen or dropped picture at once, shows what became of it, puts its name into the form, and offers
 * its colour to the field with the id that `color` names.
 * Without it the file goes with the form.
 */
class PictureField extends HTMLElement {
  /** Of the picture that was chosen last: an earlier one may take longer. */
  #way = new AbortController()

  connectedCallback() {
    for (const type of ['change', 'dragenter', 'dragleave', 'drop'])
      this.addEventListener(type, this)
  }

  disconnectedCallback() {
    for (const type of ['change', 'dragenter', 'dragleave', 'drop'])
      this.removeEventListener(type, this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    this.querySelector('.file-drop-zone')?.toggleAttribute('data-over', event.type === 'dragenter')
    const file = this.#input.files?.[0]
    if (event.type === 'change' && file) {
      event.stopPropagation()
      this.#send(file)
    }
  }

  /** @param {File} file */
  async #send(file) {
    this.#way.abort()
    this.#way = new AbortController()
    const chosen = this.#way.signal
    this.#say(said.looking)
    const body = new FormData()
    body.set('shape', this.getAttribute('shape') ?? '')
    body.set('file', file)
    try {
      const signal = AbortSignal.any([chosen, AbortSignal.timeout(PATIENCE_MS)])
      const action = this.getAttribute('action') ?? ''
      const answer = await fetch(action, { method: 'POST', body, signal })
      const { name, url, color, message } = await answer.json()
      if (answer.ok) this.#show(name, url)
      if (answer.ok) this.#offer(color)
      this.#say(answer.ok ? file.name : message, !answer.ok)
    } catch {
      if (chosen.aborted) return
      this.#say(said.failed, true)
    }
    this.#input.value = ''
  }

  /**
   * @param {string} name
   * @param {string} url
   */
  #show(name, url) {
    const picture = new Image()
    picture.src = url
    picture.alt = said.unsaved
    this.querySelector('.picture-shown')?.replaceChildren(picture)
    const value = /** @type {HTMLInputElement} */ (this.querySelector('input[type=hidden]'))
    value.value = name
    value.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** @param {string | null} color */
  #offer(color) {
    this.querySelector('.offer')?.remove()
    const field = /** @type {HTMLInputElement | null} */ (
      document.getElementById(this.getAttribute('color') ?? '')
    )
    if (!color || !field || field.value === color) return
    const button = colorOffer(color, said.takeColor(color), () => {
      button.remove()
      takeColor(field, color)
    })
    this.append(button)
  }

  /** @param {string} text */
  #say(text, isWrong = false) {
    const place = this.querySelector('[data-words]')
    if (place) place.textContent = text
    place?.toggleAttribute('data-wrong', isWrong)
  }

  get #input() {
    return /** @type {HTMLInputElement} */ (this.querySelector('input[type=file]'))
  }
}

customElements.define('picture-field', PictureField)
