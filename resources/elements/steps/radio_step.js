import Step, { fill } from './step.js'

/** Buttons of which one is chosen, here or on the page, where each has a place of its own. */
export default class RadioStep extends Step {
  #places = [...document.querySelectorAll(`.pdf-field[data-of="${CSS.escape(this.id)}"]`)]
  /** Which button each place stands for. */
  #names = new Map(this.#places.map((place) => [place, place.getAttribute('aria-label') ?? '']))

  /**
   * @param {HTMLElement} item
   * @param {HTMLElement | null} place
   * @param {Record<string, string>} words
   */
  constructor(item, place, words) {
    super(item, place, words)
    for (const one of this.places) {
      if (one === place) continue
      this.lay(one)
      const content = item.querySelector('template[data-place]')
      if (content instanceof HTMLTemplateElement) fill(one, content)
      one.addEventListener('click', () => this.#press(one))
    }
  }

  get places() {
    return /** @type {HTMLElement[]} */ (this.#places ?? [])
  }

  /** The id of the button that is chosen. */
  get value() {
    return this.#inputs.find(({ checked }) => checked)?.value ?? ''
  }

  set value(value) {
    for (const input of this.#inputs) input.checked = input.value === value
  }

  /** Whether each is chosen, by id. */
  get values() {
    return Object.fromEntries(this.#inputs.map(({ value, checked }) => [value, checked]))
  }

  get says() {
    return this.#inputs.find(({ checked }) => checked)?.dataset.says ?? ''
  }

  get isInvalid() {
    return false
  }

  /** All buttons at once. */
  get described() {
    return this.item.querySelector('[role=radiogroup]')
  }

  touch() {
    this.value = this.id
    return true
  }

  refresh() {
    super.refresh()
    for (const place of this.places) {
      const isChosen = place.dataset.field === this.value
      place.toggleAttribute('data-filled', this.isFilled)
      place.toggleAttribute('data-chosen', isChosen)
      place.setAttribute('aria-pressed', String(isChosen))
      place.setAttribute('aria-label', this.#names.get(place) ?? '')
    }
  }

  /** Its dot is there from the beginning, and seen where it is chosen. */
  showIn() {}

  /** @param {HTMLElement} place */
  #press(place) {
    this.place?.click()
    this.value = place.dataset.field ?? ''
    this.item.dispatchEvent(new Event('input', { bubbles: true }))
  }

  get #inputs() {
    return /** @type {HTMLInputElement[]} */ ([...this.item.querySelectorAll('input')])
  }
}
