import words from '../dashboard_words.js'

const NARROWEST_WITH_WORDS_PT = 24
const EDGES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w']

/** @typedef {import('./field_list.js').Placed} Placed */

/**
 * `<placed-field>` on a `<pdf-page>`: a place that a signer will fill in, as the board shows it. What it is and where, the
 * board's list knows; the parts to pull at come when it is pointed at, focused or selected.
 */
export default class PlacedField extends HTMLElement {
  #handle = document.createElement('button')
  #said = ''

  /** @param {Placed} field @param {{ width: number, height: number }} page  in points */
  show(field, page) {
    if (!this.#handle.isConnected) this.#build()
    this.dataset.id = String(field.id)
    this.dataset.type = field.type
    this.toggleAttribute('data-wordless', field.width < NARROWEST_WITH_WORDS_PT)
    this.place(field, page)
  }

  /** @param {{ x: number, y: number, width: number, height: number }} box @param {{ width: number, height: number }} page */
  place({ x, y, width, height }, page) {
    Object.assign(this.style, {
      insetInlineStart: percent(x, page.width),
      insetBlockStart: percent(y, page.height),
      width: percent(width, page.width),
      height: percent(height, page.height),
      translate: '',
    })
  }

  /** Where it is while it is dragged: nothing but this element is laid out or painted anew. @param {number} dx @param {number} dy  in pixels */
  shift(dx, dy) {
    this.style.translate = `${dx}px ${dy}px`
  }

  /** @param {string} name @param {number} signer  by whom its colour and pattern go */
  call(name, signer) {
    const said = `${signer} ${name}`
    if (said === this.#said) return
    this.#said = said
    this.#handle.textContent = name
    Object.assign(this.dataset, toneOf(signer))
  }

  focus() {
    this.#handle.focus({ preventScroll: true })
  }

  get isSelected() {
    return this.hasAttribute('data-selected')
  }

  set isSelected(isSelected) {
    if (isSelected === this.isSelected) return
    this.toggleAttribute('data-selected', isSelected)
    this.#handle.setAttribute('aria-pressed', String(isSelected))
    if (isSelected) this.#frame()
  }

  #build() {
    this.className = 'placed-field signer-tone'
    this.#handle.type = 'button'
    this.#handle.className = 'placed-field-handle'
    this.#handle.setAttribute('aria-pressed', 'false')
    this.append(this.#handle)
    for (const type of ['pointerenter', 'focusin'])
      this.addEventListener(type, () => this.#frame(), { once: true })
  }

  #frame() {
    if (this.childElementCount > 1) return
    const remove = document.createElement('button')
    remove.type = 'button'
    remove.className = 'placed-field-remove'
    remove.setAttribute('aria-label', words.fieldBoard.removeField)
    this.append(remove, ...EDGES.map(pull))
  }
}

/** @param {string} edge */
function pull(edge) {
  const part = document.createElement('span')
  part.className = edge === 'se' ? 'placed-field-pull placed-field-corner' : 'placed-field-pull'
  part.dataset.edge = edge
  return part
}

const TONES = 6

/** Six colours with six patterns: those who share a colour have different patterns. @param {number} signer */
export function toneOf(signer) {
  const round = Math.floor(signer / TONES)
  return { tone: String(signer % TONES), pattern: String((signer + round) % TONES) }
}

/** @param {number} part @param {number} whole */
function percent(part, whole) {
  return `${(part / whole) * 100}%`
}

customElements.define('placed-field', PlacedField)
