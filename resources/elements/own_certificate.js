import openPkcs12, { WrongPassword } from './pkcs12.js'
import wordsOf, { filledIn } from './words.js'

/** @typedef {import('./pkcs12.js').OwnKey} OwnKey */

/**
 * `<own-certificate action data-demand data-words>`: opens the file with a signer's certificate in the browser, and signs what the server
 * has prepared. Neither the key nor the password leaves the page, and both are gone with it.
 */
export default class OwnCertificate extends HTMLElement {
  /** @type {OwnKey | null} */
  #key = null

  connectedCallback() {
    this.addEventListener('click', this)
    this.addEventListener('keydown', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    const target = /** @type {Element} */ (event.target)
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return
      if (target.type === 'file') return // it opens the choice of files
      event.preventDefault()
      event.stopPropagation()
      if (target.type === 'password') void this.#open()
      return
    }
    if (target.closest('[data-open]')) void this.#open()
    if (target.closest('[data-another]')) this.#giveUp()
  }

  /** Nobody can finish without one. */
  get isMissing() {
    return this.dataset.demand === 'required' && !this.#key
  }

  /** Says that it is, or why the server refused the one that was opened: then another can be, or none where none is demanded. @param {string} [words] */
  complain(words = this.#words.missing) {
    this.#giveUp()
    this.#say(words)
    this.scrollIntoView({ block: 'nearest' })
  }

  /**
   * Has the server prepare what is to be signed, and signs it.
   *
   * @param {object} answers  all that the signer hands in
   * @returns {Promise<object | Response | null>} what goes along with them, the answer of a server that refused, or null without a certificate
   */
  async sign(answers) {
    if (!this.#key) return null
    const certificates = this.#key.certificates.map(base64)
    const answer = await fetch(this.getAttribute('action') ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept': 'application/json' },
      body: JSON.stringify({ ...answers, certificate: { certificates } }),
    })
    if (!answer.ok) return answer
    const { toBeSigned, at, base } = await answer.json()
    const bytes = Uint8Array.from(atob(toBeSigned), (character) => character.charCodeAt(0))
    return { certificates, at, base, value: base64(await this.#key.sign(bytes)) }
  }

  async #open() {
    const [file] = this.#file.files ?? []
    if (!file) return this.complain()
    this.#say('')
    try {
      this.#key = await openPkcs12(await file.arrayBuffer(), this.#password.value)
      this.#show(this.#key)
    } catch (error) {
      this.#say(error instanceof WrongPassword ? this.#words.wrong : this.#words.unreadable)
      this.#password.focus()
    }
  }

  /** @param {OwnKey} key */
  #show({ names }) {
    const day = names.validUntil.toLocaleDateString(document.documentElement.lang, {
      dateStyle: 'long',
      timeZone: 'UTC',
    })
    const { subject, issuer } = names
    this.#password.value = ''
    this.#file.value = ''
    const ready = this.#find('[data-ready]')
    ready.textContent = filledIn(this.#words.ready, { subject, issuer, day })
    this.#turn(true)
    ready.focus()
  }

  /** Forgets the certificate, and lets another be opened. */
  #giveUp() {
    this.#key = null
    this.#say('')
    this.#turn(false)
    this.#file.focus()
  }

  /** @param {boolean} isOpen */
  #turn(isOpen) {
    this.#find('[data-closed]').hidden = isOpen
    this.#find('[data-ready]').hidden = !isOpen
    this.#find('[data-ways]').hidden = !isOpen
    this.#find('.notice').dataset.tone = isOpen ? 'success' : 'info'
  }

  /** @param {string} words */
  #say(words) {
    const error = this.#find('.field-error')
    error.hidden = words === ''
    this.#find('.field-error span').textContent = words
  }

  /** @returns {Record<string, string>} */
  get #words() {
    return wordsOf(this)
  }

  get #file() {
    return /** @type {HTMLInputElement} */ (this.querySelector('input[type=file]'))
  }

  get #password() {
    return /** @type {HTMLInputElement} */ (this.querySelector('input[type=password]'))
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector))
  }
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

customElements.define('own-certificate', OwnCertificate)
