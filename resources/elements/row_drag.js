const EDGE_PX = 64
const SCROLL_PX = 16

/**
 * Carries a row of a list with a pointer. The others make room by going past it in the list, so that it stays where it is in the page's
 * tree and keeps the pointer. Escape, and a pointer that is taken away, bring it back.
 */
export default class RowDrag {
  /** @type {HTMLElement | null} */
  #row = null
  #from = 0
  /** Where in the row it was taken. */
  #held = 0
  #pointer = 0

  /** @param {{ rows: () => HTMLElement[], dropped: (row: HTMLElement, from: number) => void }} list */
  constructor(list) {
    this.list = list
  }

  /** @param {PointerEvent} event @param {HTMLElement} row */
  begin(event, row) {
    if (event.button !== 0 || this.#row) return
    event.preventDefault()
    this.#row = row
    this.#from = this.list.rows().indexOf(row)
    this.#held = event.clientY - row.getBoundingClientRect().top
    this.#pointer = event.pointerId
    row.dataset.dragged = ''
    const grip = /** @type {Element} */ (event.target)
    grip.setPointerCapture(event.pointerId)
    for (const type of ['pointermove', 'pointerup', 'pointercancel'])
      row.addEventListener(type, this)
    window.addEventListener('keydown', this, { capture: true })
  }

  /** Puts the row back where it was. */
  cancel() {
    const row = this.#row
    if (!row) return
    const others = this.list.rows().filter((one) => one !== row)
    for (const one of others.slice(0, this.#from)) row.before(one)
    for (const one of others.slice(this.#from).toReversed()) row.after(one)
    this.#end()
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      return this.cancel()
    }
    const pointer = /** @type {PointerEvent} */ (event)
    if (pointer.pointerId !== this.#pointer) return
    if (event.type === 'pointercancel') return this.cancel()
    if (event.type === 'pointermove') return this.#carry(pointer.clientY)
    const row = /** @type {HTMLElement} */ (this.#row)
    const from = this.#from
    this.#end()
    this.list.dropped(row, from)
  }

  /** @param {number} y  of the pointer */
  #carry(y) {
    const row = /** @type {HTMLElement} */ (this.#row)
    if (y < EDGE_PX) window.scrollBy(0, -SCROLL_PX)
    else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX)
    row.style.translate = ''
    const middle = y - this.#held + row.offsetHeight / 2
    for (let passed = true; passed;) passed = this.#pass(row, middle)
    row.style.translate = `0 ${y - this.#held - row.getBoundingClientRect().top}px`
  }

  /** Lets a neighbour go past. @param {HTMLElement} row @param {number} middle  of the row that is carried */
  #pass(row, middle) {
    const rows = this.list.rows()
    const at = rows.indexOf(row)
    const [before, after] = [rows[at - 1], rows[at + 1]]
    if (before && middle < middleOf(before)) row.after(before)
    else if (after && middle > middleOf(after)) row.before(after)
    else return false
    return true
  }

  #end() {
    const row = this.#row
    if (!row) return
    row.style.translate = ''
    delete row.dataset.dragged
    for (const type of ['pointermove', 'pointerup', 'pointercancel'])
      row.removeEventListener(type, this)
    window.removeEventListener('keydown', this, { capture: true })
    this.#row = null
  }
}

/** @param {HTMLElement} row */
function middleOf(row) {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}
