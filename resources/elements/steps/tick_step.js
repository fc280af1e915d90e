import Step from './step.js'

/** A box that is ticked, here or on the page. */
export default class TickStep extends Step {
  get value() {
    return this.#box?.checked ?? false
  }

  set value(value) {
    if (this.#box) this.#box.checked = value === true
  }

  get summary() {
    return this.value ? this.words.ticked : this.words.unticked
  }

  touch() {
    this.value = !this.value
    return true
  }

  /** Its tick is there from the beginning, and seen once it is filled in. */
  showIn() {}

  get #box() {
    return /** @type {HTMLInputElement | null} */ (this.control)
  }
}
