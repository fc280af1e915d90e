import './page_zoom.js'
import words from './dashboard_words.js'
import { within } from './board/arrangement.js'
import BoardParts, { namesIn } from './board/board_parts.js'
import { actionOf } from './board/field_keys.js'
import { MOST_FIELDS } from './board/field_list.js'
import { renumbered } from './board/signer_numbers.js'
import { writtenFields } from './board/written_fields.js'

/** @typedef {import('./board/field_list.js').Placed} Placed */
/** @typedef {import('./board/field_commands.js').FieldAction} FieldAction */

const OF_FORM = [
  'change',
  'input',
  'click',
  'keydown',
  'signer-rows:changed',
  'signer-rows:removing',
  'field-options:changed',
]
const OF_BOARD = ['pointerdown', 'focusin']
/** From so few on, the board says for how many more fields there is room. */
const LITTLE_ROOM = 25

/**
 * `<field-board data-src data-sizes data-headings>` in the form of a document: shows the pages of the PDF that was chosen, or of a draft at
 * `data-src`, on which one says where signers are to sign. Nothing is sent before the form is; what was placed goes with it
 * as JSON, in the hidden input. Without scripts, fields stay as they are, and new documents have none: signers sign on a page of their own.
 */
class FieldBoard extends HTMLElement {
  /** @type {BoardParts | null} */
  #parts = null
  /** @type {HTMLFormElement | null} */
  #form = null
  isWithShift = false
  /** On pages that the file that was chosen last does not have. @type {readonly Placed[]} */
  #leftOut = []
  #isScrolling = false
  #inView = 1
  /** Changes are said to readers of the screen once they are over. */
  #sayLater = 0

  connectedCallback() {
    this.#form = this.closest('form')
    for (const type of OF_FORM) this.#form?.addEventListener(type, this)
    // before anybody else takes the form for sent
    this.#form?.addEventListener('submit', this, { capture: true })
    if (this.#parts) {
      this.refresh()
      return queueMicrotask(() => this.#showFault()) // once what came with the answer is there
    }
    this.#parts = new BoardParts(this)
    for (const type of OF_BOARD) this.addEventListener(type, this)
    const { box } = this.#surface.pages
    box.addEventListener('scroll', this, { passive: true })
    const file = this.#form?.querySelector('input[type=file]')
    if (this.dataset.src) this.#openStored()
    else if (file) this.#openFile(file)
  }

  disconnectedCallback() {
    for (const type of OF_FORM) this.#form?.removeEventListener(type, this)
    this.#form?.removeEventListener('submit', this, { capture: true })
    this.#parts?.gestures.stop()
  }

  /** @param {Event} event */
  handleEvent(event) {
    const target = /** @type {HTMLElement} */ (event.target)
    if (event.type === 'scroll') return this.#scrolled()
    if (event.type === 'submit') return this.#askBeforeSending(/** @type {SubmitEvent} */ (event))
    if (event.type === 'signer-rows:changed')
      return this.#renumber(/** @type {CustomEvent} */ (event))
    if (event.type === 'signer-rows:removing')
      return this.#askBeforeRemoving(/** @type {CustomEvent} */ (event))
    if (event.type === 'field-options:changed')
      return this.#optionsChanged(/** @type {CustomEvent} */ (event))
    if (event.type === 'pointerdown')
      return this.#parts?.pointing.pressed(/** @type {PointerEvent} */ (event), target)
    if (event.type === 'focusin') return this.#focused(target)
    const isOurs = this.contains(target) || this.#inspectorPart?.contains(target)
    if (!isOurs) return this.#formChanged(event, target)
    if (event instanceof KeyboardEvent) return this.#key(event, target)
    if (event.type === 'click') return this.#click(/** @type {MouseEvent} */ (event), target)
    if (event.type === 'change') this.#changed(target)
  }

  // What others need of it

  /** @param {Placed} field */
  wordsOf(field) {
    const { palette } = /** @type {BoardParts} */ (this.#parts)
    const kind = field.options?.label || palette.wordsFor(field.type)
    return `${kind} · ${this.#names[field.signer] ?? ''}`
  }

  /** What was typed in the inspector counts, and for the fields that are selected now: called before others are. */
  takeTyped() {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && this.#inspectorPart?.contains(activeElement))
      activeElement.blur()
  }

  /** The fields are different: there is something to save. */
  changed() {
    this.#write()
    this.#sayRoom()
    this.#fieldsInput.dispatchEvent(new Event('change', { bubbles: true }))
    this.refresh()
  }

  /** @param {number} count  of fields that would be too many */
  hasNoRoomFor(count) {
    const all = this.#surface.list.all.length + this.leftOutCount + count
    this.#sayLimit(words.fieldBoard.tooMany(all, MOST_FIELDS))
  }

  /** Fields that come back take room as well. */
  get leftOutCount() {
    return this.#leftOut.length
  }

  #sayRoom() {
    this.#sayLimit(roomWords(MOST_FIELDS - this.#surface.list.all.length - this.leftOutCount))
  }

  /** Beside which fields are left out, for as long as there are some. @param {string} text */
  #sayLimit(text) {
    const count = this.leftOutCount
    const leftOut = count > 0 ? words.fieldBoard.leftOut(count) : ''
    this.#find('[data-limit]').textContent = `${text} ${leftOut}`.trim()
  }

  /** For readers of the screen. @param {string} text */
  say(text) {
    if (!text) return
    clearTimeout(this.#sayLater)
    this.#sayLater = window.setTimeout(() => {
      this.#find('[data-says]').textContent = text
    }, 250)
  }

  // Opening

  /** What was placed before stays, on the pages that the new file has. @param {Element} input */
  async #openFile(input) {
    this.#section.hidden = true
    this.#parts?.suggestions.clear()
    const { files } = /** @type {HTMLInputElement} */ (input)
    const { layer, list, pages } = this.#surface
    layer.clear()
    const isReadable = await pages.openFiles([...(files ?? [])])
    if (isReadable === false) this.#fieldsInput.value = '[]'
    if (!isReadable) return
    const placed = [...list.all, ...this.#leftOut]
    const { all } = pages
    if (placed.length > 0) await pages.measured
    if (all !== pages.all) return // others were chosen meanwhile
    this.#leftOut = placed.filter(({ page }) => page > pages.count)
    const kept = placed.filter(({ page }) => page <= pages.count)
    this.#opened(kept.map((field) => ({ ...field, ...within(field, pages.sizeOf(field.page)) })))
    this.#sayRoom()
    this.#lookForTags()
  }

  /** A draft has its file and its fields already. */
  async #openStored() {
    await this.#surface.pages.openStored(
      this.dataset.src ?? '',
      JSON.parse(this.dataset.sizes ?? '[]'),
      JSON.parse(this.dataset.headings ?? '{}')
    )
    this.#opened(JSON.parse(this.#fieldsInput.value || '[]'))
    if (this.#surface.list.all.length === 0) this.#lookForTags()
  }

  /** @param {Placed[]} fields */
  #opened(fields) {
    const { pages, list } = this.#surface
    this.#section.hidden = false
    this.#pageInput.max = String(pages.count)
    this.#find('[data-count]').textContent = words.fieldBoard.ofPages(pages.count)
    this.#surface.putGuides()
    list.begin(fields)
    this.#inView = 1
    this.#pageInput.value = '1'
    pages.markCurrent(1)
    this.refresh()
    this.#write()
    this.#showFault()
  }

  /** Selects the first field of which the server has refused something, with the focus where that is said. */
  #showFault() {
    const options = this.#inspectorPart?.querySelector('field-options')
    const [fault] = JSON.parse(options?.getAttribute('data-faults') ?? '[]')
    const field = fault && this.#surface.list.all[fault.at]
    if (!field) return
    this.#surface.pages.reveal(field)
    this.select([field])
    const input = options?.querySelector('[aria-invalid=true]')
    if (input instanceof HTMLElement) input.focus()
  }

  // Pointing

  /** @param {import('./board/palette.js').Kind} kind @param {{ page: number, x: number, y: number }} place */
  dropped(kind, place) {
    this.#parts?.palette.choose(kind.type)
    const added = this.placeAt(place)
    this.select(added)
    if (added[0]) this.#surface.focus(added[0].id)
  }

  /** @param {Element} target */
  #focused(target) {
    const field = this.#surface.fieldAt(target)
    if (!field || this.isWithShift || this.#surface.selection.has(field.id)) return
    if (!target.matches('.placed-field-handle')) return
    this.select([field])
  }

  /** @param {MouseEvent} event @param {HTMLElement} target */
  #click(event, target) {
    const { guide, suggestions } = /** @type {BoardParts} */ (this.#parts)
    const legend = target.closest('[data-legend]')
    const button = target.closest('[data-do]')
    if (button instanceof HTMLElement) return this.#do(button)
    if (suggestions.pressed(target)) return this.refresh()
    if (target.closest('[data-guide]')) return this.say(guide.pressed(target))
    if (target.closest('[data-go]')) return this.#go(target.closest('[data-go]'))
    if (target.closest('[data-turn]')) return this.#go(target.closest('[data-turn]'))
    if (target.closest('[data-place]')) return this.#placeInTheMiddle()
    if (target.closest('page-zoom')) return this.#surface.pages.stayInPlace()
    if (target.closest('dialog [data-close]')) return target.closest('dialog')?.close()
    if (legend instanceof HTMLElement) return this.#chooseSigner(legend.dataset.legend ?? '0')
    const field = this.#surface.fieldAt(target)
    const { pointing } = /** @type {BoardParts} */ (this.#parts)
    if (field) return pointing.clickField(event, field, target)
    const page = Number(target.closest('pdf-page')?.getAttribute('number'))
    if (page && this.#surface.pages.box.contains(target)) pointing.clickPage(event, page)
  }

  // Doing

  /** @param {HTMLElement} button */
  #do({ dataset }) {
    const { guide, palette } = /** @type {BoardParts} */ (this.#parts)
    const { do: name = '' } = dataset
    if (name === 'kinds') return palette.openAll()
    if (name === 'select') return this.#selectWith(!this.isSelecting)
    if (name === 'keys')
      return /** @type {HTMLDialogElement} */ (this.#find('.board-keys')).showModal()
    if (name === 'order') return guide.open()
    if (name === 'suggest') return this.#suggest()
    const pages = this.#inspectorPart?.querySelector('[data-pages]')
    const named = /** @type {HTMLInputElement | null | undefined} */ (pages)?.value
    this.run({ name, pages: named })
    guide.refresh()
  }

  #suggest() {
    const { palette, suggestions } = /** @type {BoardParts} */ (this.#parts)
    suggestions.look({ sizes: palette.sizes, names: this.#names }, this.signer)
  }

  #lookForTags() {
    const { palette, suggestions } = /** @type {BoardParts} */ (this.#parts)
    suggestions.lookForTags({ sizes: palette.sizes, names: this.#names })
  }

  /** @param {FieldAction} action */
  async run(action) {
    const { commands } = /** @type {BoardParts} */ (this.#parts)
    if (action.name === 'everywhere' || action.name === 'spread') await this.#surface.pages.measured
    this.say(commands.run(action))
    this.refresh()
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} target */
  #key(event, target) {
    this.isWithShift = false // Shift and a press select one more; keys that focus a field select it
    if (event.key === 'Enter' && target.matches('input:not([type=radio])')) {
      event.preventDefault() // it would send the form
      if (target.matches('[data-page]')) this.#placeInTheMiddle()
      else if (target.matches('[data-pages]'))
        this.run({ name: 'spread', pages: /** @type {HTMLInputElement} */ (target).value })
      else this.#changed(target)
      return
    }
    const isTyping = target.matches('input:not([type=radio]), select, textarea')
    if (event.key === '?' && !isTyping) {
      event.preventDefault()
      event.stopPropagation()
      return /** @type {HTMLDialogElement} */ (this.#find('.board-keys')).showModal()
    }
    const { box } = this.#surface.pages
    if (event.key === 'Escape' && this.#inspectorPart?.contains(target)) {
      event.preventDefault()
      event.stopPropagation()
      this.takeTyped()
      this.run({ name: 'none' })
      return box.focus({ preventScroll: true })
    }
    if (!box.contains(target)) return
    if (event.key === 'Tab' && this.#tabbed(event, target)) return
    const action = actionOf(event)
    const isForPages = target === box && /^(?:move|remove|turn)$/.test(action?.name ?? '')
    if (!action || isForPages) return // the arrows scroll there
    event.preventDefault()
    if (action.name === 'select') return this.#selectWith(!this.isSelecting)
    if (action.name === 'none' && this.#surface.selection.ids.size === 0) return box.focus()
    this.run(action)
  }

  /** Tab goes from field to field in the order of the guide, also to those that are far. @param {KeyboardEvent} event @param {Element} target */
  #tabbed(event, target) {
    const field = target.matches('.placed-field-handle') ? this.#surface.fieldAt(target) : undefined
    if (!field) return false
    const { all } = this.#surface.list
    const next = all[all.indexOf(field) + (event.shiftKey ? -1 : 1)]
    if (!next) return false
    event.preventDefault()
    this.select([next])
    this.#surface.focus(next.id)
    return true
  }

  /** @param {Element} target */
  #changed(target) {
    const { inspector } = /** @type {BoardParts} */ (this.#parts)
    if (target.matches('[data-side], [data-of]')) {
      const change = inspector.changeBy(/** @type {HTMLElement} */ (target))
      this.#surface.change(this.#surface.chosen, () => change)
    } else if (target.matches('[data-type]')) this.#selectWith(false)
    this.refresh()
  }

  /** What `<field-options>` makes of the fields that are selected. @param {CustomEvent} event */
  #optionsChanged({ detail }) {
    this.#surface.change(this.#surface.chosen, () => detail)
  }

  /** @param {Event} event @param {HTMLElement} target */
  #formChanged(event, target) {
    if (target.matches('input[type=file]') && !this.dataset.src)
      return event.type === 'change' ? this.#openFile(target) : undefined
    if (event.type === 'input') this.refresh()
  }

  /** Fields would go with the row of their signer. @param {CustomEvent} event */
  #askBeforeRemoving(event) {
    const { removed } = event.detail
    const count = [...this.#surface.list.all, ...this.#leftOut].filter(
      ({ signer }) => signer === removed
    ).length
    const question = words.fieldBoard.goWith(this.#names[removed] ?? '', count)
    if (count > 0 && !confirm(question)) event.preventDefault()
  }

  /** A row of a signer went, with that signer's fields, or stands elsewhere: fields name signers by their rows. @param {CustomEvent} event */
  #renumber({ detail }) {
    const { commands, legend, suggestions } = /** @type {BoardParts} */ (this.#parts)
    if (detail.removed !== undefined || detail.moved) {
      const { list } = this.#surface
      for (const part of [list, commands, legend, suggestions]) part.renumber(detail)
      this.#leftOut = renumbered(this.#leftOut, detail)
      if (!this.#section.hidden) this.#write()
      this.#sayRoom()
    }
    if (suggestions.isReading && !suggestions.isOfTags) this.#suggest()
    else if (suggestions.isReading || suggestions.hasUnknown) this.#lookForTags()
    this.refresh()
  }

  #placeInTheMiddle() {
    const { pages } = this.#surface
    const page = Number(this.#pageInput.value)
    if (!pages.page(page)) return
    pages.go(page)
    const { width, height } = pages.sizeOf(page)
    const added = this.placeAt({ page, x: width / 2, y: height / 2 })
    if (added[0]) this.#surface.focus(added[0].id)
  }

  /** @param {{ page: number, x: number, y: number }} middle  of the field, in points */
  placeAt({ page, x, y }) {
    const field = this.newField(page)
    const added = this.#surface.add([{ ...field, x: x - field.width / 2, y: y - field.height / 2 }])
    if (added[0]) this.say(words.fieldBoard.placed(this.wordsOf(added[0]), page))
    return added
  }

  /** @param {number} page */
  newField(page) {
    const { type, width, height } = /** @type {BoardParts} */ (this.#parts).palette.chosen
    return { page, type, signer: this.signer, x: 0, y: 0, width, height }
  }

  /** @param {Placed[]} fields */
  select(fields) {
    this.#surface.selection.only(fields.map(({ id }) => id))
    this.refresh()
  }

  /** @param {string} signer */
  #chooseSigner(signer) {
    this.#signerSelect.value = signer
    this.refresh()
  }

  /** @param {boolean} isSelecting  a drag selects instead of drawing, a click places nothing */
  #selectWith(isSelecting) {
    this.toggleAttribute('data-selecting', isSelecting)
    this.#find('[data-do=select]').setAttribute('aria-pressed', String(isSelecting))
    this.say(isSelecting ? words.fieldBoard.selecting : '')
  }

  /** @param {Element | null} button */
  #go(button) {
    const { go, turn } = /** @type {HTMLElement} */ (button).dataset
    this.#surface.pages.go(go ? Number(go) : this.#inView + Number(turn))
  }

  /** Pale fields look much like fields, and those that are left out are easily forgotten. @param {SubmitEvent} event */
  #askBeforeSending(event) {
    const { name, value } = /** @type {HTMLButtonElement} */ (event.submitter ?? {})
    const { count } = /** @type {BoardParts} */ (this.#parts).suggestions
    const isSent = name === 'send' && value === 'yes'
    const { leftOutCount } = this
    const questions = [
      leftOutCount > 0 && words.fieldBoard.sendWithout(leftOutCount),
      count > 0 && words.fieldSuggestions.sendWithout(count),
    ].filter((question) => question !== false)
    if (!isSent || questions.every((question) => confirm(question))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  // Showing

  refresh() {
    if (!this.#parts || this.#section.hidden) return
    const { list, chosen } = this.#surface
    const names = this.#names
    this.#parts.legend.show(names, list.all)
    this.#surface.show()
    this.#parts.inspector.show(chosen, names, list.all)
    this.#button('undo').disabled = !list.canUndo
    this.#button('redo').disabled = !list.canRedo
    this.#button('order').disabled = list.all.length < 2
  }

  #write() {
    const { list, pages } = this.#surface
    const sizeOf = (/** @type {number} */ page) => pages.sizeOf(page)
    this.#fieldsInput.value = writtenFields(list.all, Boolean(this.dataset.src), sizeOf)
  }

  /** The number of the page follows what one looks at, and so do the fields that have elements. */
  #scrolled() {
    if (this.#isScrolling) return
    this.#isScrolling = true
    requestAnimationFrame(() => {
      this.#isScrolling = false
      const { inView } = this.#surface.pages
      if (inView === this.#inView) return
      this.#inView = inView
      if (document.activeElement !== this.#pageInput) this.#pageInput.value = String(inView)
      this.#surface.pages.markCurrent(inView)
      this.#surface.show()
    })
  }

  // Finding

  /** Whose the next field is, by the number of a row. */
  get signer() {
    return Number(this.#signerSelect.value)
  }

  get isSelecting() {
    return this.hasAttribute('data-selecting')
  }

  get #surface() {
    return /** @type {BoardParts} */ (this.#parts).surface
  }

  get #section() {
    return /** @type {HTMLElement} */ (this.closest('section'))
  }

  get #inspectorPart() {
    return /** @type {HTMLElement | null} */ (this.#form?.querySelector('.board-selection') ?? null)
  }

  get #fieldsInput() {
    return /** @type {HTMLInputElement} */ (this.#find('input[name=fields]'))
  }

  get #signerSelect() {
    return /** @type {HTMLSelectElement} */ (this.#find('[data-signer]'))
  }

  get #pageInput() {
    return /** @type {HTMLInputElement} */ (this.#find('[data-page]'))
  }

  /** @param {string} name */
  #button(name) {
    return /** @type {HTMLButtonElement} */ (this.#find(`[data-do=${name}]`))
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector))
  }

  get #names() {
    return namesIn(this)
  }
}

/** @param {number} room */
function roomWords(room) {
  if (room > LITTLE_ROOM) return ''
  return room <= 0 ? words.fieldBoard.noRoom(MOST_FIELDS) : words.fieldBoard.room(room, MOST_FIELDS)
}

customElements.define('field-board', FieldBoard)
