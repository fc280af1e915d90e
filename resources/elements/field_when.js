import words from './dashboard_words.js'

/** @typedef {{ type: string, signer: number, options?: Record<string, any> } & Record<string, any>} Field */

const ADOPTED = ['signature', 'initials']

/** The condition of a field: which other one it waits for, and for what. */
export default class FieldWhen {
  /** @type {Map<string, Field[]>} */
  #named = new Map()

  /** @param {HTMLElement} part */
  constructor(part) {
    this.part = part
  }

  /** @param {Field} field @param {readonly Field[]} all */
  show(field, all) {
    const others = all.filter((one) => nameOf(one) && !ADOPTED.includes(one.type))
    this.#named = Map.groupBy(others, (one) => nameOf(one) ?? '')
    this.#named.delete(nameOf(field) ?? '')
    const { shownWhen } = field.options ?? {}
    const names = [...this.#named.keys()]
    this.#field.replaceChildren(
      new Option(words.fieldOptions.alwaysShown, ''),
      ...names.map((name) => new Option(this.#named.get(name)?.[0].options?.label ?? name, name))
    )
    this.#field.value = shownWhen?.field ?? ''
    this.#find('[data-none]').hidden = names.length > 0
    this.#offer(shownWhen?.field, shownWhen?.is)
  }

  /** @param {HTMLElement} target  what was changed @returns {{ field: string, is: string | boolean } | undefined} */
  value(target) {
    const name = this.#field.value
    if (!name) return undefined
    if (target === this.#field) this.#offer(name, undefined)
    const [asked] = this.#named.get(name) ?? []
    if (asked?.type === 'checkbox') return { field: name, is: this.#choice.value === 'true' }
    const is = this.#choicesOf(name).length > 0 ? this.#choice.value : this.#text.value
    return { field: name, is }
  }

  /** @param {string | undefined} name @param {string | boolean | undefined} is */
  #offer(name, is) {
    const choices = name ? this.#choicesOf(name) : []
    this.#find('[data-when-is=choice]').hidden = choices.length === 0
    this.#find('[data-when-is=text]').hidden = !name || choices.length > 0
    this.#choice.replaceChildren(...choices.map(([value, label]) => new Option(label, value)))
    if (choices.length > 0) this.#choice.value = String(is ?? choices[0][0])
    this.#text.value = is === undefined ? '' : String(is)
  }

  /** @param {string} name @returns {[value: string, label: string][]} */
  #choicesOf(name) {
    const fields = this.#named.get(name) ?? []
    const [field] = fields
    if (field?.type === 'checkbox')
      return [
        ['true', words.fieldOptions.ticked],
        ['false', words.fieldOptions.notTicked],
      ]
    if (field?.type === 'radio') return fields.map(({ options }) => same(options?.choice ?? ''))
    return (field?.options?.choices ?? []).map(same)
  }

  get #field() {
    return /** @type {HTMLSelectElement} */ (this.#find('[data-when=field]'))
  }

  get #choice() {
    return /** @type {HTMLSelectElement} */ (this.#find('select[data-when=is]'))
  }

  get #text() {
    return /** @type {HTMLInputElement} */ (this.#find('input[data-when=is]'))
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.part.querySelector(selector))
  }
}

/** @param {Field} field @returns {string | undefined} */
function nameOf({ options }) {
  return options?.group ?? options?.key
}

/** @param {string} text @returns {[string, string]} */
function same(text) {
  return [text, text]
}
