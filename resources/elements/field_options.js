import { beginning } from './field_option_beginnings.js'
import { numberIn } from './option_number.js'
import FieldWhen from './field_when.js'

/** @typedef {{ at: number, option: string, words: string }} Fault */
/** @typedef {{ type: string, signer: number, options?: Record<string, any> } & Record<string, any>} Field */

const MOST_CHOICES = 100
const LONGEST_CHOICE = 200

/**
 * `<field-options data-taken>` in the inspector of the board: what is said of the one field that is selected. Hears
 * `field-board:selected` with `{ fields, all }`, and fires `field-options:changed`, whose detail are the members of the field to replace.
 */
class FieldOptions extends HTMLElement {
  /** @type {Field | null} */
  #field = null
  /** @type {Record<string, string[]>} */
  #taken = {}
  /** @type {FieldWhen | undefined} */
  #when
  /** What the server found, by the ids of fields. @type {Map<number, Fault[]> | undefined} */
  #faults

  connectedCallback() {
    this.#taken = JSON.parse(this.dataset.taken ?? '{}')
    this.#when = new FieldWhen(this)
    this.addEventListener('field-board:selected', this)
    this.addEventListener('change', this)
    this.addEventListener('keydown', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    const target = /** @type {HTMLElement} */ (event.target)
    if (event instanceof CustomEvent) return this.#show(event.detail.fields, event.detail.all)
    if (event instanceof KeyboardEvent) {
      if (event.key === 'Enter' && target instanceof HTMLInputElement) event.preventDefault() // it would send the form
      return
    }
    event.stopPropagation() // the board knows nothing of these inputs
    if (target.matches('[data-when]')) return this.#change({ shownWhen: this.#when?.value(target) })
    const { option } = target.dataset
    if (option) this.#change({ [option]: this.#valueOf(target) })
  }

  /** @param {Field[]} fields @param {readonly Field[]} all */
  #show(fields, all) {
    const [field] = fields
    this.hidden = fields.length !== 1
    this.#field = fields.length === 1 ? field : null
    if (!this.#field) return
    const begun = beginning(field, all)
    if (begun) return queueMicrotask(() => this.#change(begun))
    for (const part of this.querySelectorAll('[data-for]'))
      if (part instanceof HTMLElement) part.hidden = !this.#isTaken(part.dataset.for ?? '', field)
    for (const input of this.querySelectorAll('[data-option]'))
      this.#write(/** @type {HTMLElement} */ (input), field)
    this.#when?.show(field, all)
    this.#showFaults(field, all)
  }

  /** @param {Field} field @param {readonly Field[]} all */
  #showFaults(field, all) {
    this.#faults ??= Map.groupBy(
      /** @type {Fault[]} */ (JSON.parse(this.dataset.faults ?? '[]')),
      ({ at }) => all[at]?.id
    )
    for (const words of this.querySelectorAll('.field-error')) words.remove()
    for (const input of this.querySelectorAll('[aria-invalid]')) {
      input.removeAttribute('aria-invalid')
      input.removeAttribute('aria-describedby')
    }
    for (const { option, words } of this.#faults.get(field.id) ?? []) {
      const place = option === 'shownWhen' ? '[data-when=field]' : `[data-option=${option}]`
      const input = [...this.querySelectorAll(place)].find(
        (one) => !one.closest('[data-for][hidden]:not(details)')
      )
      const label = input?.closest('label')
      if (!input || !label) continue
      const text = document.createElement('p')
      text.className = 'field-error'
      text.id = `fault-of-${option}`
      text.textContent = words
      label.after(text)
      input.setAttribute('aria-invalid', 'true')
      input.setAttribute('aria-describedby', text.id)
      const folded = label.closest('details')
      if (folded) folded.open = true
    }
  }

  /** @param {string} part  an option, or a group of them @param {Field} field */
  #isTaken(part, { type }) {
    const taken = this.#taken[type] ?? []
    const isTicked = type === 'checkbox' || type === 'radio'
    if (part === 'ticked') return isTicked
    if (part === 'default') return taken.includes('default') && !isTicked
    if (part !== 'rules') return taken.includes(part)
    const rules = this.querySelector('[data-for=rules]')
    return taken.some((name) => rules?.querySelector(`[data-for=${name}]`))
  }

  /** @param {HTMLElement} input @param {Field} field */
  #write(input, { type, options = {} }) {
    if (input === document.activeElement) return
    const name = input.dataset.option ?? ''
    const value = options[name]
    const control = /** @type {HTMLInputElement} */ (input)
    if (control.type === 'checkbox')
      control.checked = value ?? (name === 'required' && type !== 'checkbox')
    else if (name === 'choices') control.value = (value ?? []).join('\n')
    else control.value = value === undefined ? '' : String(value)
    if (name === 'format' && input instanceof HTMLSelectElement)
      for (const option of input.options)
        option.hidden = option.dataset.type !== undefined && option.dataset.type !== type
  }

  /** Nothing where nothing is said. @param {HTMLElement} target */
  #valueOf(target) {
    const input = /** @type {HTMLInputElement} */ (target)
    const { option } = input.dataset
    if (input.type === 'checkbox') {
      const isUsual = option === 'required' ? this.#field?.type !== 'checkbox' : false
      return input.checked === isUsual ? undefined : input.checked
    }
    if (option === 'choices') {
      const lines = input.value.split('\n').map((line) => line.trim().slice(0, LONGEST_CHOICE))
      return [...new Set(lines)].filter(Boolean).slice(0, MOST_CHOICES)
    }
    if (input.value.trim() === '') return undefined
    if (input.type !== 'number') return input.value.trim()
    const kept = numberIn(input)
    input.value = kept === undefined ? '' : String(kept)
    return kept
  }

  /** @param {Record<string, any>} change */
  #change(change) {
    if (!this.#field) return
    const { id } = this.#field
    const others = this.#faults?.get(id)?.filter(({ option }) => !(option in change)) ?? []
    this.#faults?.set(id, others)
    const said = Object.entries({ ...this.#field.options, ...change })
    const options = Object.fromEntries(said.filter(([, value]) => value !== undefined))
    const detail = { options: Object.keys(options).length > 0 ? options : undefined }
    this.dispatchEvent(new CustomEvent('field-options:changed', { bubbles: true, detail }))
  }
}

customElements.define('field-options', FieldOptions)
