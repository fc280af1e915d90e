import words from './dashboard_words.js'
import { canUsePasskeys, canOfferPasskeys, made, used } from './passkey.js'

const { passkeyForm } = words

/** A challenge lasts five minutes. */
const RENEWED_AFTER_MS = 4 * 60_000

const SAID = {
  // stopped by the person, or nothing fits; browsers do not say which
  NotAllowedError: passkeyForm.notUsed,
  InvalidStateError: passkeyForm.known,
  SecurityError: passkeyForm.unsafe,
}

/**
 * `<passkey-form options makes autofill>` around a form with a button and an input `[data-answer]`: asks the device for a passkey, or for a new one, and
 * sends its answer. With `autofill` the browser also shows passkeys in the field for the address.
 */
class PasskeyForm extends HTMLElement {
  /** @type {AbortController | null} */
  #offered = null

  connectedCallback() {
    if (!canUsePasskeys()) return
    this.hidden = false
    this.addEventListener('submit', this)
    if (this.hasAttribute('autofill')) this.#offer()
  }

  disconnectedCallback() {
    this.removeEventListener('submit', this)
    this.#withdraw()
  }

  /** @param {Event} event  a form that goes on with the answer, or is stopped until there is one */
  handleEvent(event) {
    const input = this.#input
    if (input?.value) return void setTimeout(() => (input.value = ''))
    event.preventDefault()
    event.stopPropagation()
    this.#ask()
  }

  async #ask() {
    this.#withdraw()
    this.#say('')
    this.#rest(true)
    try {
      const options = await this.#options()
      this.#send(this.hasAttribute('makes') ? await made(options) : await used(options))
    } catch (error) {
      const { name } = /** @type {Error} */ (error)
      this.#say(new Map(Object.entries(SAID)).get(name) ?? passkeyForm.failed)
      if (this.hasAttribute('autofill')) this.#offer()
    }
    this.#rest(false)
  }

  /** Among what the browser fills in, until the person chooses one or presses the button. */
  async #offer() {
    const offered = new AbortController()
    this.#offered = offered
    if (!(await canOfferPasskeys()) || offered.signal.aborted) return
    const late = setTimeout(() => {
      this.#withdraw()
      this.#offer()
    }, RENEWED_AFTER_MS)
    offered.signal.addEventListener('abort', () => clearTimeout(late))
    try {
      this.#send(await used(await this.#options(), offered.signal))
    } catch {
      // withdrawn, or the browser has none to show: the button and the password are still there
    }
  }

  #withdraw() {
    this.#offered?.abort()
    this.#offered = null
  }

  async #options() {
    const response = await fetch(this.getAttribute('options') ?? '', { method: 'POST' })
    if (!response.ok || !response.headers.get('content-type')?.startsWith('application/json'))
      throw new TypeError('No options came')
    return response.json()
  }

  /** @param {unknown} answer */
  #send(answer) {
    if (this.#input) this.#input.value = JSON.stringify(answer)
    this.querySelector('form')?.requestSubmit()
  }

  /** @param {string} text */
  #say(text) {
    const line = this.querySelector('[data-said]')
    if (!(line instanceof HTMLElement)) return
    line.textContent = text
    line.hidden = text === ''
  }

  /** @param {boolean} isBusy */
  #rest(isBusy) {
    if (this.#button) this.#button.disabled = isBusy
  }

  get #input() {
    const input = this.querySelector('input[data-answer]')
    return input instanceof HTMLInputElement ? input : null
  }

  get #button() {
    return this.querySelector('button')
  }
}

customElements.define('passkey-form', PasskeyForm)
