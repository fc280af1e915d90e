import words from '../dashboard_words.js'

/** @typedef {import('./field_list.js').Placed} Placed */

const SIDES = /** @type {const} */ (['x', 'y', 'width', 'height'])

/**
 * Says which fields are selected, whose they are, and, of a single one, where it is. What a kind has besides is shown by
 * `<field-options>` in it, which hears `field-board:selected` with the fields and answers with `field-options:changed`, whose
 * detail are the members of the fields to replace.
 */
export default class FieldInspector {
  /** @type {HTMLElement | null} */
  #part = null
  /** @type {number | undefined} */
  #shown

  /** @param {() => HTMLElement | null} find  the part of the page; another one once the server has answered */
  constructor(find) {
    this.find = find
  }

  /** @param {Placed[]} fields @param {string[]} names  of the signers @param {readonly Placed[]} all */
  show(fields, names, all) {
    const part = this.find()
    if (!part) return
    if (part !== this.#part) this.#foldOnPhones(part)
    part.hidden = fields.length === 0
    part
      .querySelector('field-options')
      ?.dispatchEvent(new CustomEvent('field-board:selected', { detail: { fields, names, all } }))
    const [field] = fields
    if (field?.id !== this.#shown) part.scrollTop = 0
    this.#shown = field?.id
    if (!field) return
    this.#find('output').textContent = words.fieldCommands.selected(
      words.fieldBoard.fields(fields.length)
    )
    const select = /** @type {HTMLSelectElement} */ (this.#find('[data-of]'))
    select.replaceChildren(...names.map((name, at) => new Option(name, String(at))))
    const isOfOne = fields.every(({ signer }) => signer === field.signer)
    select.value = isOfOne ? String(field.signer) : ''
    for (const only of part.querySelectorAll('[data-single]'))
      /** @type {HTMLElement} */ (only).hidden = fields.length > 1
    for (const several of part.querySelectorAll('[data-several]'))
      /** @type {HTMLElement} */ (several).hidden = fields.length === 1
    for (const side of SIDES) this.#number(side).value = String(Math.round(field[side]))
  }

  /** There it is a sheet over the pages. @param {HTMLElement} part */
  #foldOnPhones(part) {
    this.#part = part
    const isWide = matchMedia('(min-width: 64.01rem)').matches
    for (const details of part.querySelectorAll('details')) details.open = isWide
  }

  /** What an input of it makes of a field. @param {HTMLElement} input @returns {Partial<Placed>} */
  changeBy(input) {
    if (input instanceof HTMLSelectElement) return { signer: Number(input.value) }
    const { value } = /** @type {HTMLInputElement} */ (input)
    return value === '' ? {} : { [input.dataset.side ?? '']: Number(value) }
  }

  /** @param {string} side */
  #number(side) {
    return /** @type {HTMLInputElement} */ (this.#find(`[data-side=${side}]`))
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.find()?.querySelector(selector))
  }
}
