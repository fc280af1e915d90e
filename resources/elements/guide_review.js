import { filledIn } from './words.js'

/** As in the stylesheet: where the guide is a sheet under the thumb. */
const NARROW = matchMedia('(max-width: 60rem)')

/** @typedef {import('./steps/step.js').default} Step */

/** The last step: all that was entered, each with a way back to it. It stands in the place of the steps. */
export default class GuideReview {
  #box
  #words
  #change

  /**
   * @param {HTMLElement} box
   * @param {Record<string, string>} words  of the guide
   * @param {(step: Step) => void} change  somebody wants to enter something else
   */
  constructor(box, words, change) {
    this.#box = box
    this.#words = words
    this.#change = change
    // a tablet is turned
    NARROW.addEventListener('change', () => this.#cover())
  }

  get isOpen() {
    return !this.#box.hidden
  }

  /** On a phone it lies over the pages like a dialog, and has a way back. @param {readonly Step[]} steps */
  show(steps) {
    this.#box.hidden = false
    this.#cover()
    this.#box.querySelector('dl')?.replaceChildren(...steps.map((step) => this.#entry(step)))
  }

  /** Behind the heading it is read. */
  focus() {
    this.#box.querySelector('h2')?.focus({ preventScroll: true })
  }

  close() {
    this.#box.hidden = true
    this.#cover()
  }

  #cover() {
    this.#pages?.toggleAttribute('inert', this.isOpen && NARROW.matches)
  }

  get #pages() {
    return document.querySelector('pdf-document')
  }

  /** @param {Step} step */
  #entry(step) {
    const template = /** @type {HTMLTemplateElement} */ (this.#box.querySelector('template'))
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true))
    const entry = /** @type {HTMLElement} */ (copy.firstElementChild)
    const [name, value, way] = /** @type {HTMLElement[]} */ ([...entry.children])
    name.textContent = step.label
    step.tell(value)
    const button = way.querySelector('button')
    button?.setAttribute('aria-label', filledIn(this.#words.changeOf, { label: step.label }))
    button?.addEventListener('click', () => this.#change(step))
    if (!step.canChange) way.remove()
    return entry
  }
}
