const STEP_PT = 4
const FINE_STEP_PT = 1
const NARROWEST_WITH_WORDS_PT = 24

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * `<placed-field>` on a `<pdf-page>`: a place that a signer will fill in. It is dragged, or moved with
 * the arrow keys, and stays on its page; Delete takes it away. Fires `placed-field:changed` and
 * `placed-field:removed`.
 */
export default class PlacedField extends HTMLElement {
  type = ''
  signer = 0
  /** In points, from the top-left corner of the page. */
  x = 0
  y = 0
  width = 0
  height = 0
  /** @type {{ dx: number, dy: number } | null} */
  #grip = null
  #handle = document.createElement('button')
  #remove = document.createElement('button')

  connectedCallback() {
    this.className = 'placed-field signer-tone'
    this.dataset.type = this.type
    this.toggleAttribute('data-wordless', this.width < NARROWEST_WITH_WORDS_PT)
    this.#handle.type = this.#remove.type = 'button'
    this.#handle.className = 'placed-field-handle'
    this.#remove.className = 'placed-field-remove'
    this.#remove.setAttribute('aria-label', 'Remove this field')
    this.#remove.textContent = '×'
    this.replaceChildren(this.#handle, this.#remove)
    this.#handle.addEventListener('pointerdown', this)
    this.#handle.addEventListener('pointermove', this)
    this.#handle.addEventListener('pointerup', this)
    this.#handle.addEventListener('keydown', this)
    this.#remove.addEventListener('click', () => this.#leave())
    this.#show()
  }

  /** @param {string} words @param {number} tone  one of a few colours, so that signers can be told apart */
  call(words, tone) {
    this.#handle.textContent = words
    this.dataset.tone = String(tone)
  }

  focus() {
    this.#handle.focus()
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event instanceof KeyboardEvent) this.#key(event)
    else if (event instanceof PointerEvent) this.#drag(event)
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (event.type === 'pointerdown') {
      this.#handle.setPointerCapture(event.pointerId)
      const at = this.getBoundingClientRect()
      this.#grip = { dx: event.clientX - at.left, dy: event.clientY - at.top }
    } else if (event.type === 'pointerup') {
      this.#grip = null
    } else if (this.#grip) {
      const page = this.#page.getBoundingClientRect()
      const left = event.clientX - this.#grip.dx - page.left
      const top = event.clientY - this.#grip.dy - page.top
      this.moveTo(left / this.#scale, top / this.#scale)
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Delete' || event.key === 'Backspace') return this.#leave()
    const direction = DIRECTIONS[event.key]
    if (!direction) return
    event.preventDefault()
    const step = event.shiftKey ? FINE_STEP_PT : STEP_PT
    this.moveTo(this.x + direction[0] * step, this.y + direction[1] * step)
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.x = Math.min(Math.max(x, 0), this.#points('width') - this.width)
    this.y = Math.min(Math.max(y, 0), this.#points('height') - this.height)
    this.#show()
    this.dispatchEvent(new CustomEvent('placed-field:changed', { bubbles: true }))
  }

  /** In percent of the page, as the form sends it. */
  get placement() {
    const [width, height] = [this.#points('width'), this.#points('height')]
    return {
      signer: this.signer,
      type: this.type,
      page: Number(this.#page.getAttribute('number')),
      x: percent(this.x, width),
      y: percent(this.y, height),
      width: percent(this.width, width),
      height: percent(this.height, height),
    }
  }

  /** The same in points, as a draft keeps it. */
  get points() {
    const { x, y, width, height } = this
    const box = Object.entries({ x, y, width, height }).map(([name, value]) => [name, exact(value)])
    return { ...this.placement, ...Object.fromEntries(box), unit: 'pt' }
  }

  #show() {
    const { x, y, width, height } = this.placement
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
  get #scale() {
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
