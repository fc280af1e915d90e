/** @typedef {import('./placed_field.js').default} PlacedField */

/** The fields that are changed together. */
export default class FieldSelection {
  /** @type {Set<PlacedField>} */
  #fields = new Set()

  /** Those that are still there, in the order in which they were chosen. */
  get fields() {
    return [...this.#fields].filter(({ isConnected }) => isConnected)
  }

  /** @param {PlacedField} field */
  has(field) {
    return this.#fields.has(field)
  }

  /** @param {PlacedField[]} fields */
  only(...fields) {
    for (const old of this.#fields) old.isSelected = false
    this.#fields = new Set(fields)
    for (const field of fields) field.isSelected = true
  }

  /** @param {PlacedField} field */
  toggle(field) {
    const others = this.fields.filter((one) => one !== field)
    this.only(...others, ...(this.has(field) ? [] : [field]))
  }
}
