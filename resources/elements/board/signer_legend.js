import words from '../dashboard_words.js'
import { toneOf } from './placed_field.js'
import { renumbered } from './signer_numbers.js'

/** Who the signers are, by colour and pattern, with how many fields each has; a press chooses for whom fields are placed. */
export default class SignerLegend {
  #shown = ''

  /** @param {HTMLElement} list @param {HTMLSelectElement} select */
  constructor(list, select) {
    this.list = list
    this.select = select
  }

  /** @param {string[]} names @param {readonly { signer: number }[]} fields */
  show(names, fields) {
    const chosen = this.select.value
    const counts = names.map(() => 0)
    for (const { signer } of fields) counts[signer] = (counts[signer] ?? 0) + 1
    const wanted = JSON.stringify([names, counts, chosen])
    if (wanted === this.#shown) return
    this.select.replaceChildren(...names.map((name, at) => new Option(name, String(at))))
    this.select.value = chosen && Number(chosen) < names.length ? chosen : '0'
    this.#shown = JSON.stringify([names, counts, this.select.value])
    const hadFocus = [...this.list.children].indexOf(
      /** @type {Element} */ (document.activeElement)
    )
    this.list.replaceChildren(...names.map((name, at) => this.#entry(name, at, counts[at])))
    if (hadFocus >= 0) /** @type {HTMLElement} */ (this.list.children[hadFocus])?.focus()
  }

  /** Fields are placed for the same signer as before. @param {import('./signer_numbers.js').RowChange} change */
  renumber(change) {
    const [now] = renumbered([{ signer: Number(this.select.value) }], change)
    this.select.value = String(now?.signer ?? 0)
  }

  /** @param {string} name @param {number} at @param {number} count */
  #entry(name, at, count) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'legend-entry signer-tone'
    button.dataset.legend = String(at)
    Object.assign(button.dataset, toneOf(at))
    button.setAttribute('aria-pressed', String(at === Number(this.select.value)))
    const swatch = document.createElement('span')
    swatch.className = 'legend-swatch'
    const called = document.createElement('bdi')
    called.textContent = name
    const number = document.createElement('span')
    number.className = 'legend-count'
    number.textContent = String(count)
    number.setAttribute('aria-label', words.fieldBoard.fields(count))
    number.setAttribute('role', 'img')
    button.append(swatch, called, number)
    return button
  }
}
