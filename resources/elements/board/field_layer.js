import './placed_field.js'

/** @typedef {import('./placed_field.js').default} PlacedField */
/** @typedef {import('./field_list.js').default} FieldList */
/** @typedef {import('./field_list.js').Placed} Placed */
/** @typedef {import('./board_pages.js').default} BoardPages */

const PAGES_AROUND = 6

/** The fields on the pages near the one in view: others have no element. Elements stand in the order of the list, which is that of Tab. */
export default class FieldLayer {
  /** @type {Map<number, PlacedField>} */
  #elements = new Map()
  /** What each shows. @type {Map<number, Placed>} */
  #shown = new Map()

  /** @param {BoardPages} pages @param {FieldList} list */
  constructor(pages, list) {
    this.pages = pages
    this.list = list
  }

  /** Its element, where it has one. @param {number} id */
  element(id) {
    return this.#elements.get(id)
  }

  /** @returns {[number, PlacedField][]} */
  get elements() {
    return [...this.#elements]
  }

  /**
   * @param {number} inView  number of a page
   * @param {(field: Placed) => string} wordsOf
   * @param {ReadonlySet<number>} selected
   * @param {boolean} keepsAll  while some of them are dragged, to wherever
   */
  show(inView, wordsOf, selected, keepsAll) {
    const focused = this.#focusedPage
    const [first, last] = [inView - PAGES_AROUND, inView + PAGES_AROUND]
    for (const [id, element] of this.#elements) {
      const field = this.list.get(id)
      const isNear =
        field && (keepsAll || (field.page >= first && field.page <= last) || field.page === focused)
      if (!isNear) this.#drop(id, element)
    }
    for (let page = Math.max(first, 1); page <= Math.min(last, this.pages.count); page++)
      this.#showPage(page, wordsOf, selected)
  }

  clear() {
    for (const [id, element] of this.#elements) this.#drop(id, element)
  }

  /** @param {number} number @param {(field: Placed) => string} wordsOf @param {ReadonlySet<number>} selected */
  #showPage(number, wordsOf, selected) {
    const page = /** @type {HTMLElement} */ (this.pages.page(number))
    const size = this.pages.sizeOf(number)
    const elements = this.list.onPage(number).map((field) => {
      const element = this.#elements.get(field.id) ?? this.#create(field.id)
      if (this.#shown.get(field.id) !== field) element.show(field, size)
      this.#shown.set(field.id, field)
      element.call(wordsOf(field), field.signer)
      element.isSelected = selected.has(field.id)
      return element
    })
    if (elements.length > 0) putInOrder(page, elements)
  }

  /** @param {number} id */
  #create(id) {
    const element = /** @type {PlacedField} */ (document.createElement('placed-field'))
    this.#elements.set(id, element)
    return element
  }

  /** @param {number} id @param {PlacedField} element */
  #drop(id, element) {
    element.remove()
    this.#elements.delete(id)
    this.#shown.delete(id)
  }

  /** Where the focus is, fields stay. */
  get #focusedPage() {
    const field = document.activeElement?.closest('placed-field')
    return field ? this.list.get(Number(/** @type {HTMLElement} */ (field).dataset.id))?.page : 0
  }
}

/** Moves as few as it can, and never the one with the focus, which would lose it. @param {HTMLElement} page @param {HTMLElement[]} elements */
function putInOrder(page, elements) {
  const isThere = (/** @type {HTMLElement} */ one) =>
    one.parentElement === page && one.contains(document.activeElement)
  const focused = elements.findIndex(isThere)
  for (let at = focused - 1; at >= 0; at--)
    if (previousField(elements[at + 1]) !== elements[at]) elements[at + 1].before(elements[at])
  let before = elements[focused]
  for (const one of elements.slice(focused + 1)) {
    if (before && previousField(one) !== before) before.after(one)
    else if (!before && !isFirst(page, one)) putFirst(page, one)
    before = one
  }
}

/** @param {HTMLElement} page @param {HTMLElement} one */
function isFirst(page, one) {
  return one.parentElement === page && previousField(one) === null
}

/** @param {HTMLElement} page @param {HTMLElement} one */
function putFirst(page, one) {
  const other = page.querySelector(':scope > placed-field')
  if (other) other.before(one)
  else page.append(one)
}

/** @param {Element} element */
function previousField(element) {
  let before = element.previousElementSibling
  while (before && before.localName !== 'placed-field') before = before.previousElementSibling
  return before
}
