/** @typedef {import('./placed_field.js').default} PlacedField */

const SIDES = /** @type {const} */ (['x', 'y', 'width', 'height'])

/** Says which fields are selected, whose they are, and, of a single one, where it is. */
export default class FieldInspector {
  /** @param {HTMLElement} part */
  constructor(part) {
    this.part = part
  }

  /** @param {PlacedField[]} fields @param {string[]} names  of the signers */
  show(fields, names) {
    this.part.hidden = fields.length === 0
    const [field] = fields
    if (!field) return
    const count = fields.length === 1 ? '1 field selected' : `${fields.length} fields selected`
    this.#find('output').textContent = count
    const select = /** @type {HTMLSelectElement} */ (this.#find('[data-of]'))
    select.replaceChildren(...names.map((name, at) => new Option(name, String(at))))
    const isOfOne = fields.every(({ signer }) => signer === field.signer)
    select.value = isOfOne ? String(field.signer) : ''
    for (const only of this.part.querySelectorAll('[data-single]'))
      /** @type {HTMLElement} */ (only).hidden = fields.length > 1
    for (const several of this.part.querySelectorAll('[data-several]'))
      /** @type {HTMLElement} */ (several).hidden = fields.length === 1
    for (const side of SIDES) this.#number(side).value = String(Math.round(field[side]))
  }

  /** Takes a number that was typed. @param {PlacedField} field @param {string | undefined} side */
  apply(field, side) {
    const box = { x: field.x, y: field.y, width: field.width, height: field.height }
    const known = SIDES.find((one) => one === side)
    if (!known || this.#number(known).value === '') return
    box[known] = Number(this.#number(known).value)
    field.resizeTo(box.width, box.height)
    field.moveTo(box.x, box.y)
  }

  /** @param {string} side */
  #number(side) {
    return /** @type {HTMLInputElement} */ (this.#find(`[data-side=${side}]`))
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.part.querySelector(selector))
  }
}
