import { plainDigits } from '../plain_digits.js'
import { filledIn } from '../words.js'

const SIZES = [1, 0.85, 0.7, 0.6, 0.5, 0.4]

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
    /** What is said when what is there does not fit. */
    this.misfit = item.dataset.misfit ?? ''
    /** As conditions of other steps call it. */
    this.name = item.dataset.name ?? ''
    /** @type {{ field: string, is: string | boolean } | null} */
    this.shownWhen = JSON.parse(item.dataset.shownWhen || 'null')
    if (place) this.lay(place)
    const content = item.querySelector('template[data-place]')
    if (place && content instanceof HTMLTemplateElement) fill(place, content)
  }

  get isFilled() {
    return Boolean(this.value)
  }

  get isDone() {
    return this.isFilled && !this.isInvalid
  }

  /** Nobody can finish before something is done here: it is empty and must not be, or what is there does not fit. */
  get isOpen() {
    return this.isShown && (this.isRequired ? !this.isDone : this.isFilled && this.isInvalid)
  }

  /** What is said to somebody who goes on nevertheless. */
  get obstacle() {
    return this.isFilled ? this.misfit : this.missing
  }

  get isShown() {
    return !this.item.hidden
  }

  set isShown(isShown) {
    const isNew = isShown && this.item.hidden
    this.item.hidden = !isShown
    for (const place of this.places) place.hidden = !isShown
    if (isNew) this.refresh()
  }

  /** On the pages of the document. */
  get places() {
    return this.place ? [this.place] : []
  }

  /** What conditions of other steps compare with. @returns {string | boolean} */
  get says() {
    return this.value
  }

  /** Whether it says what a condition of another step asks for. @param {string | boolean} is */
  meets(is) {
    const { says } = this
    if (typeof says !== 'string' || typeof is !== 'string') return says === is
    return this.comparable(says) === this.comparable(is)
  }

  /** One form of what can be written in several. @param {string} text */
  comparable(text) {
    return text.normalize('NFC')
  }

  get isInvalid() {
    if (!this.control || this.control.checkValidity()) return false
    const { patternMismatch, tooShort, tooLong } = this.control.validity
    // browsers look at what was typed, and not at how it is read
    return !patternMismatch || tooShort || tooLong || !this.#fits(String(this.value))
  }

  /** @returns {string | boolean} */
  get value() {
    return this.read(this.control?.value.trim() ?? '')
  }

  /** What was typed, as it is kept: with digits of other scripts as 0 to 9, where the pattern takes no others. @param {string} text */
  read(text) {
    const plain = plainDigits(text)
    return plain !== text && !this.#fits(text) && this.#fits(plain) ? plain : text
  }

  /** Whether it is what the pattern asks for, in the browser's own judgement. @param {string} value */
  #fits(value) {
    const pattern = this.control?.getAttribute('pattern') ?? ''
    return !Object.assign(document.createElement('input'), { pattern, value }).validity
      .patternMismatch
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
    return /** @type {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null} */ (
      this.item.querySelector('input, textarea, select')
    )
  }

  /** What a complaint is about. @returns {Element | null} */
  get described() {
    return this.control
  }

  /** Before it is shown, and before it is sent. */
  prepare() {}

  /** Says in the review what was entered. @param {HTMLElement} box */
  tell(box) {
    const { summary } = this
    box.textContent = summary || this.words.empty
    box.toggleAttribute('data-empty', !summary)
  }

  /** As it stands on the page. */
  get printed() {
    return String(this.value)
  }

  /** What was entered, in words. */
  get summary() {
    return String(this.says)
  }

  /** Whether the signer has a say in it. */
  get canChange() {
    return true
  }

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
    if (this.shown) this.showIn(this.shown)
    const name = filledIn(state, { label: this.label })
    const words = this.isFilled && this.shown?.textContent?.trim()
    this.place.setAttribute('aria-label', words ? `${name}, ${words}` : name)
  }

  /** @param {HTMLElement} shown */
  showIn(shown) {
    shown.textContent = this.printed
    if (shown.closest('[data-drawn]')) shrink(shown)
  }

  /** @param {string} message  empty to take the complaint back */
  complain(message) {
    this.place?.toggleAttribute('data-missing', Boolean(message))
    const error = this.item.querySelector('.field-error')
    if (!(error instanceof HTMLElement)) return
    error.hidden = !message
    this.#describe(error.id, message)
    const words = error.querySelector('span')
    if (words) words.textContent = message
  }

  /** Readers of the screen hear the complaint with the control that it is about. @param {string} id @param {string} message */
  #describe(id, message) {
    const { described } = this
    const said = described?.getAttribute('aria-describedby')?.split(' ') ?? []
    const others = said.filter((one) => one !== id)
    described?.setAttribute('aria-invalid', String(Boolean(message)))
    described?.setAttribute('aria-describedby', [...(message ? [id] : []), ...others].join(' '))
  }

  /**
   * Percent of the page, so that it stays in place at every size.
   *
   * @param {HTMLElement} place
   */
  lay(place) {
    const { x, y, width, height, points } = place.dataset
    place.style.left = `${x}%`
    place.style.top = `${y}%`
    place.style.width = `${width}%`
    place.style.height = `${height}%`
    place.style.setProperty('--field-height', points ?? '20')
  }
}

/** As the sealed PDF does where a value is longer than its place. @param {HTMLElement} shown */
function shrink(shown) {
  for (const size of SIZES) {
    shown.style.setProperty('--fit', String(size))
    if (shown.scrollHeight <= shown.clientHeight + 1) return
  }
}

/** @param {HTMLElement} place @param {HTMLTemplateElement} content */
export function fill(place, content) {
  place.querySelector('.pdf-field-value')?.append(content.content.cloneNode(true))
}
