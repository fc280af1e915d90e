import { exact, within } from './arrangement.js'
import BoardPages from './board_pages.js'
import FieldLayer from './field_layer.js'
import FieldList, { MOST_FIELDS } from './field_list.js'
import FieldSelection from './field_selection.js'

/** @typedef {import('./field_list.js').Placed} Placed */
/** @typedef {import('./field_list.js').Unplaced} Unplaced */

/** The pages with their fields, and which of these are selected: what gestures and commands work on. */
export class BoardSurface {
  list = new FieldList()
  selection = new FieldSelection()
  #guides = ['across', 'down'].map(guideLine)
  #isLifted = false

  /**
   * @param {HTMLElement} frame  around the pages
   * @param {{ wordsOf(field: Placed): string, changed(): void, hasNoRoomFor(count: number): void, leftOutCount: number }} board
   */
  constructor(frame, board) {
    this.board = board
    this.pages = new BoardPages(frame)
    this.layer = new FieldLayer(this.pages, this.list)
  }

  /** Those that are selected, in the order in which they were chosen. @returns {Placed[]} */
  get chosen() {
    return this.selection.list.flatMap((id) => this.list.get(id) ?? [])
  }

  /** @param {Placed} field */
  element({ id }) {
    return this.layer.element(id)
  }

  /** @param {Element} target */
  fieldAt(target) {
    const element = /** @type {HTMLElement | null} */ (target.closest('placed-field'))
    return element ? this.list.get(Number(element.dataset.id)) : undefined
  }

  /** Draws what is different. */
  show() {
    this.selection.keep((id) => this.list.get(id))
    const words = (/** @type {Placed} */ field) => this.board.wordsOf(field)
    this.layer.show(this.pages.inView, words, this.selection.ids, this.#isLifted)
  }

  /** Shows a change, and tells that there was one. @param {boolean} isDifferent */
  commit(isDifferent = true) {
    this.show()
    if (isDifferent) this.board.changed()
    return isDifferent
  }

  /** All of them, or none where that would be too many. @param {Unplaced[]} fields  each is made to fit onto its page @returns {Placed[]} */
  add(fields) {
    const there = fields.filter(({ page }) => page >= 1 && page <= this.pages.count)
    if (this.list.all.length + this.board.leftOutCount + there.length > MOST_FIELDS) {
      this.board.hasNoRoomFor(there.length)
      return []
    }
    const added = this.list.add(
      there.map((field) => ({ ...field, ...within(field, this.pages.sizeOf(field.page)) }))
    )
    this.commit(added.length > 0)
    return added
  }

  /** @param {readonly Placed[]} fields @param {(field: Placed) => Partial<Placed>} change @param {string} [kind] */
  change(fields, change, kind) {
    const ids = fields.map(({ id }) => id)
    const kept = (/** @type {Placed} */ field) => {
      const wanted = { ...field, ...change(field) }
      return { ...wanted, ...within(wanted, this.pages.sizeOf(wanted.page)) }
    }
    return this.commit(this.list.change(ids, kept, kind))
  }

  /** Lets the keys work on a field, wherever it is. @param {number} id */
  focus(id) {
    const field = this.list.get(id)
    if (!field) return this.pages.box.focus({ preventScroll: true })
    this.pages.reveal(field)
    this.show()
    this.layer.element(id)?.focus()
  }

  /** Takes fields up, or puts them back where the list has them. @param {ReadonlyMap<number, Placed>} fields @param {boolean} isLifted */
  lift(fields, isLifted) {
    this.#isLifted = isLifted
    this.pages.holdStill(isLifted)
    if (!isLifted) this.guide(null)
    for (const [id, element] of this.layer.elements) {
      const field = fields.get(id)
      if (!field) continue
      element.toggleAttribute('data-lifted', isLifted)
      this.pages.page(field.page)?.toggleAttribute('data-lifted', isLifted)
      if (!isLifted) element.shift(0, 0)
    }
  }

  /**
   * Where fields are while they are dragged; only those near have elements. All is measured before anything is moved.
   *
   * @param {ReadonlyMap<number, Placed>} fields
   * @param {number} page  that all are over; nought where each stays on its own
   * @param {{ dx: number, dy: number }} way  in points
   */
  shift(fields, page, { dx, dy }) {
    const to = page > 0 ? this.pages.placeOf(page) : null
    const shifts = this.layer.elements.flatMap(([id, element]) => {
      const field = fields.get(id)
      if (!field) return []
      const from = this.pages.placeOf(field.page)
      const there = to ?? from
      return {
        element,
        x: there.left - from.left + (field.x + dx) * there.scale - field.x * from.scale,
        y: there.top - from.top + (field.y + dy) * there.scale - field.y * from.scale,
      }
    })
    for (const { element, x, y } of shifts) element.shift(x, y)
  }

  /** @param {Placed} field @param {Partial<Placed>} box */
  resized(field, box) {
    this.layer.element(field.id)?.place(field, this.pages.sizeOf(field.page))
    this.change([field], () => box)
  }

  /**
   * Shows the lines that a field has come to rest at. They are there all the time: to add an element would style the whole form anew.
   *
   * @param {{ page: number, across: number | null, down: number | null } | null} lines
   */
  guide(lines) {
    const [across, down] = this.#guides
    const { left, top, width, height, scale } = this.pages.placeOf(lines?.page ?? 1)
    showLine(across, lines?.across, (at) => [left + at * scale, top, 1, height])
    showLine(down, lines?.down, (at) => [left, top + at * scale, width, 1])
  }

  /** Puts the lines among new pages. */
  putGuides() {
    this.pages.box.append(...this.#guides)
  }

  /** Fields that a frame touches. @param {DOMRect} frame  in pixels of the content of the box @returns {number[]} */
  touched(frame) {
    const { pages } = this
    return this.#pagesUnder(frame).flatMap((number) => {
      const place = pages.placeOf(number)
      const { scale } = place
      const [left, top] = [(frame.x - place.left) / scale, (frame.y - place.top) / scale]
      const [right, bottom] = [left + frame.width / scale, top + frame.height / scale]
      return this.list
        .onPage(number)
        .filter(
          ({ x, y, width, height }) =>
            x < right && x + width > left && y < bottom && y + height > top
        )
        .map(({ id }) => id)
    })
  }

  /** A box that was drawn on a page, in points. @param {number} number @param {DOMRect} drawn */
  boxOn(number, drawn) {
    const { left, top, scale } = this.pages.placeOf(number)
    const [x, y] = [(drawn.x - left) / scale, (drawn.y - top) / scale]
    const [width, height] = [drawn.width / scale, drawn.height / scale]
    return { x: exact(x), y: exact(y), width: exact(width), height: exact(height) }
  }

  /** @param {DOMRect} frame */
  #pagesUnder({ top, bottom }) {
    const numbers = []
    for (let number = this.pages.numberAt(top); number <= this.pages.count; number++) {
      if (this.pages.placeOf(number).top > bottom) break
      numbers.push(number)
    }
    return numbers
  }
}

function guideLine() {
  const line = document.createElement('div')
  line.className = 'guide-line'
  line.style.visibility = 'hidden'
  return line
}

/** @param {HTMLElement} line @param {number | null | undefined} at @param {(at: number) => number[]} place  left, top, width and height */
function showLine({ style }, at, place) {
  if (at === null || at === undefined) {
    style.visibility = 'hidden'
    return
  }
  const [left, top, width, height] = place(at)
  style.visibility = 'visible'
  style.transform = `translate(${left}px, ${top}px) scale(${width}, ${height})`
}
