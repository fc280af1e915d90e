import SignatureImage from './signature_image.js'
import SignaturePad from './signature_pad.js'
import uploadedSignature from './uploaded_signature.js'
import wordsOf from './words.js'

/** @typedef {import('./signature_image.js').Signature} Signature */

/**
 * `<signature-dialog data-words>`: asks once for a signature or initials: typed, drawn or uploaded.
 * Without a mouse typing comes first; a finger draws.
 */
export default class SignatureDialog extends HTMLElement {
  /** @type {Signature | null} */
  #uploaded = null
  /** Which picture counts: an earlier one may take longer to read. */
  #round = 0
  #way = matchMedia('(pointer: coarse)').matches ? 'draw' : 'type'
  /** @type {((signature: Signature | null) => void) | null} */
  #answer = null

  connectedCallback() {
    this.addEventListener('click', this)
    this.addEventListener('keydown', this)
    this.addEventListener('input', this)
    this.addEventListener('change', this)
    this.addEventListener('submit', this)
    this.#dialog.addEventListener('close', () => this.#settle(null))
  }

  /**
   * @param {string} type  of the fields in which it will stand
   * @param {string} proposal  for those who type it
   * @returns {Promise<Signature | null>} null when they changed their mind
   */
  ask(type, proposal) {
    const words = wordsOf(this)[type]
    this.#find('h2').textContent = words.title
    this.#find('[data-adopt]').textContent = words.adopt
    this.#find('.signature-legal').textContent = words.legal
    this.#text.value = proposal
    this.#pad.clear()
    this.#uploaded = null
    this.#round += 1
    this.#complain('')
    this.#dialog.showModal()
    this.#choose(this.#way)
    return new Promise((resolve) => {
      this.#answer = resolve
    })
  }

  /** @param {Event} event */
  handleEvent(event) {
    const target = /** @type {HTMLElement} */ (event.target)
    if (event.type === 'submit') return this.#adopt(event)
    if (event.type === 'keydown') return this.#move(/** @type {KeyboardEvent} */ (event))
    if (event.type === 'change' && target.matches('[type=file]')) return this.#read()
    if (event.type === 'input' || event.type === 'change') return this.#refresh()

    const tab = target.closest('[role=tab]')
    if (tab instanceof HTMLElement) this.#choose(tab.dataset.way ?? 'type')
    if (target.closest('[data-clear]')) this.#pad.clear()
    if (target.closest('[data-close]')) this.#dialog.close()
  }

  /** @returns {Signature | null} */
  get #signature() {
    if (this.#way === 'draw') return this.#pad.signature
    if (this.#way === 'upload') return this.#uploaded
    return this.#typed
  }

  /** @returns {Signature | null} null for one that is too long, which a browser lets scripts and some keyboards write */
  get #typed() {
    const text = this.#text.value.trim()
    return text && text.length <= this.#text.maxLength ? { kind: 'typed', text } : null
  }

  /** @param {string} way */
  #choose(way) {
    this.#way = way
    for (const tab of this.#tabs) {
      const isChosen = tab.dataset.way === way
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      this.#find(`#${tab.getAttribute('aria-controls')}`).hidden = !isChosen
    }
    this.#refresh()
    if (way === 'type') this.#text.select()
  }

  /** Arrow keys move between tabs (ARIA authoring practices, tabs). @param {KeyboardEvent} event */
  #move(event) {
    const at = this.#tabs.indexOf(/** @type {HTMLElement} */ (event.target))
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (at < 0 || !way) return
    const step = getComputedStyle(this).direction === 'rtl' ? -way : way
    const next = this.#tabs[(at + step + this.#tabs.length) % this.#tabs.length]
    this.#choose(next.dataset.way ?? 'type')
    next.focus()
  }

  async #read() {
    const input = /** @type {HTMLInputElement} */ (this.#find('[type=file]'))
    const [file] = input.files ?? []
    // the same picture can be chosen once more
    input.value = ''
    if (!file) return
    const round = ++this.#round
    try {
      const uploaded = await uploadedSignature(file)
      if (round !== this.#round) return
      this.#uploaded = uploaded
      this.#complain('')
    } catch (error) {
      if (round !== this.#round) return
      this.#uploaded = null
      const words = wordsOf(this)
      this.#complain(words[error instanceof Error ? error.message : ''] ?? words.unusable)
    }
    this.#refresh()
  }

  /** @param {string} message */
  #complain(message) {
    const box = this.#find('[data-upload-error]')
    box.hidden = !message
    this.#find('[data-upload-error] span').textContent = message
  }

  #refresh() {
    const { typed, uploaded } = this.#previews
    typed.signature = this.#typed
    uploaded.signature = this.#uploaded
    this.#find('[data-uploaded]').hidden = !this.#uploaded
    this.#find('[data-adopt]').toggleAttribute('disabled', !this.#signature)
  }

  /** @param {Event} event */
  #adopt(event) {
    event.preventDefault()
    const signature = this.#signature
    if (!signature) return
    this.#settle(signature)
    this.#dialog.close()
  }

  /** @param {Signature | null} signature */
  #settle(signature) {
    this.#answer?.(signature)
    this.#answer = null
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (this.#find('dialog'))
  }

  get #pad() {
    return /** @type {SignaturePad} */ (this.#find('signature-pad'))
  }

  get #text() {
    return /** @type {HTMLInputElement} */ (this.#find('[data-text]'))
  }

  get #tabs() {
    return /** @type {HTMLElement[]} */ ([...this.querySelectorAll('[role=tab]')])
  }

  get #previews() {
    return {
      typed: /** @type {SignatureImage} */ (this.#find('[data-typed] signature-image')),
      uploaded: /** @type {SignatureImage} */ (this.#find('[data-uploaded] signature-image')),
    }
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector))
  }
}

customElements.define('signature-dialog', SignatureDialog)
