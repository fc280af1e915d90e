import { filledIn } from '../words.js'
import Step from './step.js'

/** @typedef {import('../signature_image.js').Signature} Signature */

/** A mark that is adopted in the dialog, once for all steps of its type. */
export default class AdoptStep extends Step {
  /** @type {Signature | null} */
  signature = null

  get isFilled() {
    return this.signature !== null
  }

  get value() {
    return this.isFilled
  }

  /** What the large button says while it is not there. */
  get ask() {
    return this.#adopted.dataset.ask ?? ''
  }

  /** What is proposed to somebody who types it. */
  get proposal() {
    return this.#adopted.dataset.proposal ?? ''
  }

  refresh() {
    super.refresh()
    this.#adopted.hidden = !this.signature
    this.#draw(this.#adopted)
    const hint = this.item.querySelector('.guide-hint')
    if (hint instanceof HTMLElement) hint.hidden = Boolean(this.signature)
  }

  /** @param {HTMLElement} shown */
  showIn(shown) {
    this.#draw(shown)
  }

  /** @param {HTMLElement} box */
  tell(box) {
    if (!this.signature) return super.tell(box)
    const image = document.createElement('signature-image')
    const words = document.createElement('span')
    words.className = 'spoken'
    words.textContent = filledIn(this.words.filled, { label: this.label })
    box.replaceChildren(image, words)
    this.#draw(box)
  }

  get summary() {
    return ''
  }

  /** @param {HTMLElement} shown */
  #draw(shown) {
    const image = shown.querySelector('signature-image')
    if (image) /** @type {any} */ (image).signature = this.signature
  }

  get #adopted() {
    return /** @type {HTMLElement} */ (this.item.querySelector('.adopted'))
  }
}
