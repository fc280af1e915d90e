import { grip } from './field_grip.js'

const NARROWEST_WITH_WORDS_PT = 24
const SMALLEST_PT = 8

/**
 * `<placed-field>` on a `<pdf-page>`: a place that a signer will fill in. It is dragged, and resized by its corner, and stays on its
 * page; keys are the board's. Fires `placed-field:moving` with where it is dragged to, which the board may correct, then
 * `placed-field:changed` with how far it came; `placed-field:settled` when it is let go; `placed-field:removed`.
 */
export default class PlacedField extends HTMLElement {
  type = ''
  signer = 0
  /** In points, from the top-left corner of the page. */
  x = 0
  y = 0
  width = 0
  height = 0
  #handle = document.createElement('button')
  #remove = document.createElement('button')
  #corner = document.createElement('span')

  connectedCallback() {
    if (!this.#handle.isConnected) this.#build()
    this.#show()
  }

  #build() {
    this.className = 'placed-field signer-tone'
    this.dataset.type = this.type
    this.#handle.type = this.#remove.type = 'button'
    this.#handle.className = 'placed-field-handle'
    this.#handle.setAttribute('aria-pressed', 'false')
    this.#remove.className = 'placed-field-remove'
    this.#remove.setAttribute('aria-label', 'Remove this field')
    this.#remove.textContent = '×'
    this.#corner.className = 'placed-field-corner'
    this.replaceChildren(this.#handle, this.#remove, this.#corner)
    grip(this, this.#handle, ({ x, y }, dx, dy, { altKey }) => this.#drag(x + dx, y + dy, altKey))
    grip(this, this.#corner, ({ width, height }, dx, dy) => this.resizeTo(width + dx, height + dy))
    this.#remove.addEventListener('click', () => this.#leave())
  }

  /** @param {string} words @param {number} tone  one of a few colours, so that signers can be told apart */
  call(words, tone) {
    this.#handle.textContent = words
    this.dataset.tone = String(tone)
  }

  focus() {
    this.#handle.focus()
  }

  get isSelected() {
    return this.hasAttribute('data-selected')
  }

  set isSelected(isSelected) {
    this.toggleAttribute('data-selected', isSelected)
    this.#handle.setAttribute('aria-pressed', String(isSelected))
  }

  /** @param {number} x @param {number} y @param {boolean} isFree  of what it would snap to */
  #drag(x, y, isFree) {
    const wanted = { x, y, isFree }
    const detail = { bubbles: true, detail: wanted }
    this.dispatchEvent(new CustomEvent('placed-field:moving', detail))
    const before = { x: this.x, y: this.y }
    this.moveTo(wanted.x, wanted.y)
    const way = { dx: this.x - before.x, dy: this.y - before.y }
    this.dispatchEvent(new CustomEvent('placed-field:changed', { bubbles: true, detail: way }))
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.x = Math.min(Math.max(x, 0), this.#points('width') - this.width)
    this.y = Math.min(Math.max(y, 0), this.#points('height') - this.height)
    this.#show()
  }

  /** @param {number} width @param {number} height */
  resizeTo(width, height) {
    this.width = Math.min(Math.max(width, SMALLEST_PT), this.#points('width') - this.x)
    this.height = Math.min(Math.max(height, SMALLEST_PT), this.#points('height') - this.y)
    this.#show()
  }

  /** In percent of the page, as the form sends it. */
  get placement() {
    const [width, height] = [this.#points('width'), this.#points('height')]
    return {
      ...this.#identity,
      x: percent(this.x, width),
      y: percent(this.y, height),
      width: percent(this.width, width),
      height: percent(this.height, height),
    }
  }

  /** The same in points, as a draft keeps it. */
  get points() {
    const { x, y, width, height } = this
    return {
      ...this.#identity,
      ...{ x: exact(x), y: exact(y), width: exact(width), height: exact(height) },
      unit: 'pt',
    }
  }

  get #identity() {
    return { signer: this.signer, type: this.type, page: Number(this.#page.getAttribute('number')) }
  }

  #show() {
    const { x, y, width, height } = this.placement
    this.toggleAttribute('data-wordless', this.width < NARROWEST_WITH_WORDS_PT)
    Object.assign(this.style, {
      insetInlineStart: `${x}%`,
      insetBlockStart: `${y}%`,
      width: `${width}%`,
      height: `${height}%`,
    })
  }

  #leave() {
    const { parentElement } = this
    this.remove()
    parentElement?.dispatchEvent(new CustomEvent('placed-field:removed', { bubbles: true }))
  }

  get #page() {
    return /** @type {HTMLElement} */ (this.closest('pdf-page'))
  }

  /** Pixels per point. */
  get scale() {
    return this.#page.clientWidth / this.#points('width')
  }

  /** @param {'width' | 'height'} side */
  #points(side) {
    return Number(this.#page.getAttribute(side))
  }
}

/** A thousandth of a point is less than anyone can see. @param {number} points */
function exact(points) {
  return Math.round(points * 1000) / 1000
}

/** @param {number} part @param {number} whole */
function percent(part, whole) {
  return Math.floor((part / whole) * 1_000_000) / 10_000
}

customElements.define('placed-field', PlacedField)
