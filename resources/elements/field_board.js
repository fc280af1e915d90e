import BoardPages from './board_pages.js'
import { drawBoxes } from './field_drawing.js'
import FieldHistory from './field_history.js'
import FieldInspector from './field_inspector.js'
import { actionOf } from './field_keys.js'
import FieldSelection from './field_selection.js'
import { snapped } from './field_snapping.js'

/** @typedef {import('./placed_field.js').default} PlacedField */
/** @typedef {import('./field_keys.js').FieldAction} FieldAction */
/** @typedef {PlacedField['points']} Placed */

const TONES = 6
const BESIDE_PT = 12

const OF_FIELDS = ['moving', 'changed', 'settled', 'removed'].map((name) => `placed-field:${name}`)

/**
 * `<field-board data-src data-sizes>` in the form of a document: shows the pages of the PDF that was chosen, or of a draft at
 * `data-src`, on which one clicks or draws where signers are to sign. Nothing is sent before the form is; what was placed goes with it
 * as JSON, in the hidden input. Without scripts, fields stay as they are, and new documents have none: signers sign on a page of their own.
 */
class FieldBoard extends HTMLElement {
  #selection = new FieldSelection()
  #history = new FieldHistory('[]')
  /** @type {Placed[]} */
  #copied = []
  #isWithShift = false
  #isScrolling = false
  /** @type {BoardPages | undefined} */
  #made
  /** @type {() => void} */
  #stopDrawing = () => {}

  connectedCallback() {
    const file = this.#form?.querySelector('input[type=file]')
    if (this.#pages.all.length === 0 && this.dataset.src) this.#openStored()
    else if (this.#pages.all.length === 0 && file) this.#openFile(file)
    for (const type of ['change', 'input', 'signer-rows:changed'])
      this.#form?.addEventListener(type, this)
    for (const type of ['click', 'keydown', 'pointerdown', 'focusin', ...OF_FIELDS])
      this.addEventListener(type, this)
    this.#pages.box.addEventListener('scroll', this, { passive: true })
    this.#stopDrawing = drawBoxes(this.#pages.box, (page, drawn) => this.#drawn(page, drawn))
  }

  disconnectedCallback() {
    this.#stopDrawing()
    for (const type of ['change', 'input', 'signer-rows:changed'])
      this.#form?.removeEventListener(type, this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    const target = /** @type {HTMLElement} */ (event.target)
    if (event.type === 'scroll') return this.#scrolled()
    if (event.type.startsWith('placed-field:')) return this.#pulled(/** @type {any} */ (event))
    if (event instanceof KeyboardEvent) return this.#key(event, target)
    if (event.type === 'pointerdown') return this.#pressed(/** @type {PointerEvent} */ (event))
    if (event.type === 'focusin') return this.#focused(target)
    if (event.type === 'click') return this.#click(/** @type {MouseEvent} */ (event), target)
    if (event.type === 'signer-rows:changed') this.#renumber(/** @type {CustomEvent} */ (event))
    else if (target.matches('input[type=file]'))
      return event.type === 'change' ? this.#openFile(target) : undefined
    else if (target.matches('[data-side], [data-of]')) return this.#inspected(event, target)
    this.#refresh()
  }

  /** @param {Element} input */
  async #openFile(input) {
    this.#section.hidden = true
    const [file] = /** @type {HTMLInputElement} */ (input).files ?? []
    if (await this.#pages.openFile(file)) this.#opened()
  }

  /** A draft has its file and its fields already. */
  async #openStored() {
    await this.#pages.openStored(this.dataset.src ?? '', JSON.parse(this.dataset.sizes ?? '[]'))
    for (const placed of JSON.parse(this.#input.value || '[]')) this.#pages.add(placed)
    this.#opened()
  }

  #opened() {
    this.#section.hidden = false
    this.#pageInput.max = String(this.#pages.all.length)
    this.#history = new FieldHistory(this.#state)
    this.#refresh()
  }

  /** A field follows the pointer, and those that are selected with it. @param {CustomEvent} event */
  #pulled({ type, target, detail }) {
    const field = /** @type {PlacedField} */ (target)
    const moving = this.#selection.has(field) ? this.#selection.fields : []
    if (type === 'placed-field:moving') {
      if (!detail.isFree) Object.assign(detail, snapped(field, detail.x, detail.y, moving))
    } else if (type === 'placed-field:changed') {
      for (const other of moving)
        if (other !== field) other.moveTo(other.x + detail.dx, other.y + detail.dy)
    } else this.#commit()
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    this.#isWithShift = event.shiftKey
    const field = /** @type {Element} */ (event.target).closest('placed-field')
    if (!field) return
    const pressed = /** @type {PlacedField} */ (field)
    if (event.shiftKey) this.#selection.toggle(pressed)
    else if (!this.#selection.has(pressed)) this.#selection.only(pressed)
    this.#refresh()
  }

  /** @param {Element} target */
  #focused(target) {
    const field = target.closest('placed-field')
    if (!field || this.#isWithShift || this.#selection.has(/** @type {PlacedField} */ (field)))
      return
    this.#selection.only(/** @type {PlacedField} */ (field))
    this.#refresh()
  }

  /** @param {MouseEvent} event @param {Element} target */
  #click(event, target) {
    const button = target.closest('[data-do]')
    if (button instanceof HTMLElement) return this.#act({ name: button.dataset.do ?? '' })
    if (target.closest('[data-place]')) return this.#placeInTheMiddle()
    const page = target.closest('pdf-page')
    if (!(page instanceof HTMLElement) || target.closest('placed-field')) return
    const at = page.getBoundingClientRect()
    const scale = at.width / Number(page.getAttribute('width'))
    this.#selection.only()
    this.#place(page, (event.clientX - at.left) / scale, (event.clientY - at.top) / scale)
    this.#commit()
  }

  /** @param {KeyboardEvent} event @param {Element} target */
  #key(event, target) {
    this.#isWithShift = false // Shift and a press select one more; keys that focus a field select it
    if (event.key === 'Enter' && target.matches('input')) {
      event.preventDefault() // it would send the form
      if (target.matches('[data-page]')) this.#placeInTheMiddle()
      return
    }
    if (!this.#pages.box.contains(target)) return
    const action = actionOf(event)
    const isForPages = target === this.#pages.box && /^(?:move|remove)$/.test(action?.name ?? '')
    if (!action || isForPages) return // the arrows scroll there
    event.preventDefault()
    this.#act(action)
  }

  /** @param {FieldAction} action */
  #act({ name, dx = 0, dy = 0 }) {
    const { fields } = this.#selection
    if (name === 'undo' || name === 'redo') return this.#restore(this.#history[name]())
    if (name === 'copy' || name === 'cut') this.#copied = fields.map(({ points }) => points)
    if (name === 'move') for (const field of fields) field.moveTo(field.x + dx, field.y + dy)
    if (name === 'resize')
      for (const field of fields) field.resizeTo(field.width + dx, field.height + dy)
    if (name === 'remove' || name === 'cut') this.#removeAll(fields)
    if (name === 'all') this.#selection.only(...this.#pages.fields)
    if (name === 'none') this.#selection.only()
    if (name === 'duplicate')
      this.#paste(
        fields.map(({ points }) => points),
        null
      )
    if (name === 'paste') this.#paste(this.#copied, this.#pages.inView)
    if (name === 'everywhere') this.#copyToAllPages(fields)
    if (name === 'left') for (const field of fields) field.moveTo(fields[0].x, field.y)
    if (name === 'top') for (const field of fields) field.moveTo(field.x, fields[0].y)
    if (name === 'size')
      for (const field of fields) field.resizeTo(fields[0].width, fields[0].height)
    this.#commit(name)
  }

  /** The focus goes to the field before, so that keys go on. @param {PlacedField[]} fields */
  #removeAll(fields) {
    const all = this.#pages.fields
    const before = all.slice(0, all.indexOf(fields[0])).findLast((field) => !fields.includes(field))
    for (const field of fields) field.remove()
    this.#selection.only()
    if (before) before.focus()
    else this.#pages.box.focus()
  }

  /** @param {Placed[]} copied @param {number | null} page  null is that of each */
  #paste(copied, page) {
    const added = copied.flatMap((one) => {
      const isThere = page === null || page === one.page
      const beside = isThere ? BESIDE_PT : 0
      const field = this.#pages.add({ ...one, page: page ?? one.page })
      field?.moveTo(one.x + beside, one.y + beside)
      return field ?? []
    })
    if (added.length === 0) return
    this.#selection.only(...added)
    added[0].focus()
  }

  /** @param {PlacedField[]} fields */
  #copyToAllPages(fields) {
    for (const { points } of fields)
      for (let page = 1; page <= this.#pages.all.length; page++)
        if (page !== points.page) {
          const field = this.#pages.add({ ...points, page })
          field?.resizeTo(points.width, points.height)
          field?.moveTo(points.x, points.y)
        }
  }

  /** A number or a signer of what is selected. @param {Event} event @param {HTMLElement} input */
  #inspected(event, input) {
    if (event.type !== 'change') return
    for (const field of this.#selection.fields) {
      if (input instanceof HTMLSelectElement) field.signer = Number(input.value)
      else this.#inspector.apply(field, input.dataset.side)
    }
    this.#commit()
  }

  #placeInTheMiddle() {
    const page = this.#pages.page(Number(this.#pageInput.value))
    if (!page) return
    const middle = ['width', 'height'].map((side) => Number(page.getAttribute(side)) / 2)
    page.scrollIntoView({ block: 'center' })
    this.#place(page, middle[0], middle[1])?.focus()
    this.#commit()
  }

  /** @param {HTMLElement} page @param {number} x @param {number} y  the middle of the field, in points */
  #place(page, x, y) {
    const { type, width, height } = this.#chosenKind
    const box = { x: 0, y: 0, width, height, type, signer: Number(this.#signerSelect.value) }
    const field = this.#pages.add({ ...box, page: Number(page.getAttribute('number')) })
    field?.moveTo(x - width / 2, y - height / 2)
    return field
  }

  /** @param {HTMLElement} page @param {{ x: number, y: number, width: number, height: number }} drawn */
  #drawn(page, drawn) {
    const { type } = this.#chosenKind
    const of = { type, signer: Number(this.#signerSelect.value) }
    const field = this.#pages.add({ ...drawn, ...of, page: Number(page.getAttribute('number')) })
    field?.resizeTo(drawn.width, drawn.height)
    if (field) this.#selection.only(field)
    this.#commit()
  }

  /** A row of a signer went: so do that signer's fields, and those below move up. It cannot be undone here. @param {CustomEvent} event */
  #renumber({ detail: { removed } }) {
    if (removed === undefined) return
    for (const field of this.#pages.fields) {
      if (field.signer === removed) field.remove()
      else if (field.signer > removed) field.signer -= 1
    }
    this.#history = new FieldHistory(this.#state)
  }

  /** Something was done to the fields. @param {string} [kind] */
  #commit(kind) {
    if (this.#history.note(this.#state, kind === 'move' || kind === 'resize' ? kind : undefined))
      this.#input.dispatchEvent(new Event('change', { bubbles: true })) // there is something to save
    this.#refresh()
  }

  /** @param {string | null} state */
  #restore(state) {
    if (state === null) return
    for (const field of this.#pages.fields) field.remove()
    for (const placed of JSON.parse(state)) this.#pages.add(placed)
    this.#selection.only()
    this.#pages.box.focus({ preventScroll: true })
    this.#input.dispatchEvent(new Event('change', { bubbles: true }))
    this.#refresh()
  }

  #refresh() {
    if (this.#section.hidden) {
      if (!this.dataset.src) this.#input.value = '[]'
      return
    }
    const names = this.#names
    const chosen = this.#signerSelect.value
    this.#signerSelect.replaceChildren(...names.map((name, at) => new Option(name, String(at))))
    this.#signerSelect.value = chosen && Number(chosen) < names.length ? chosen : '0'
    for (const field of this.#pages.fields)
      field.call(`${this.#wordsFor(field.type)} · ${names[field.signer]}`, field.signer % TONES)
    this.#inspector.show(this.#selection.fields, names)
    this.#button('undo').disabled = !this.#history.canUndo
    this.#button('redo').disabled = !this.#history.canRedo
    const isStored = Boolean(this.dataset.src)
    const placed = this.#pages.fields.map((field) => (isStored ? field.points : field.placement))
    this.#input.value = JSON.stringify(placed)
  }

  /** The number of the page follows what one looks at. */
  #scrolled() {
    if (this.#isScrolling) return
    this.#isScrolling = true
    requestAnimationFrame(() => {
      this.#isScrolling = false
      if (document.activeElement !== this.#pageInput)
        this.#pageInput.value = String(this.#pages.inView)
    })
  }

  /** All fields in points, as JSON. */
  get #state() {
    return JSON.stringify(this.#pages.fields.map(({ points }) => points))
  }

  get #form() {
    return this.closest('form')
  }

  get #section() {
    return /** @type {HTMLElement} */ (this.closest('section'))
  }

  get #pages() {
    this.#made ??= new BoardPages(/** @type {HTMLElement} */ (this.querySelector('.board-pages')))
    return this.#made
  }

  get #inspector() {
    return new FieldInspector(/** @type {HTMLElement} */ (this.querySelector('.board-selection')))
  }

  get #input() {
    return /** @type {HTMLInputElement} */ (this.querySelector('input[name=fields]'))
  }

  get #signerSelect() {
    return /** @type {HTMLSelectElement} */ (this.querySelector('[data-signer]'))
  }

  get #pageInput() {
    return /** @type {HTMLInputElement} */ (this.querySelector('[data-page]'))
  }

  /** @param {string} name */
  #button(name) {
    return /** @type {HTMLButtonElement} */ (this.querySelector(`[data-do=${name}]`))
  }

  /** With the box that it first gets, in points. */
  get #chosenKind() {
    const { dataset } = /** @type {HTMLElement} */ (this.querySelector('input[data-type]:checked'))
    const { type = '', width, height } = dataset
    return { type, width: Number(width), height: Number(height) }
  }

  /** @param {string} type */
  #wordsFor(type) {
    return this.querySelector(`input[data-type=${type}]`)?.closest('label')?.textContent?.trim()
  }

  /** @returns {string[]} */
  get #names() {
    const rows = this.#form?.querySelectorAll('[data-rows] > .signer-row') ?? []
    return [...rows].map((row, at) => nameIn(row) || `Signer ${at + 1}`)
  }
}

/** @param {Element} row */
function nameIn(row) {
  const input = row.querySelector('input[name$="[name]"]')
  return input instanceof HTMLInputElement ? input.value.trim() : ''
}

customElements.define('field-board', FieldBoard)
