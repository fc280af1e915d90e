import { newPage, pageTitle } from './new_page.js'

/** @typedef {import('./placed_field.js').default} PlacedField */

const TONES = 6

/**
 * `<field-board>` in the form of a new document: shows the pages of the PDF that was chosen, on which
 * one clicks where signers are to sign. Nothing is sent before the form is; what was placed goes with
 * it as JSON, in the hidden input. Without scripts there are no fields, and signers sign on a page of
 * their own.
 */
class FieldBoard extends HTMLElement {
  connectedCallback() {
    if (this.dataset.src && this.#pages.childElementCount === 0) this.#openStored()
    this.#form?.addEventListener('change', this)
    this.#form?.addEventListener('input', this)
    this.#form?.addEventListener('signer-rows:changed', this)
    for (const type of ['click', 'keydown', 'placed-field:changed', 'placed-field:removed'])
      this.addEventListener(type, this)
  }

  disconnectedCallback() {
    this.#form?.removeEventListener('change', this)
    this.#form?.removeEventListener('input', this)
    this.#form?.removeEventListener('signer-rows:changed', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    const target = /** @type {Element} */ (event.target)
    if (event.type === 'change' && target.matches('input[type=file]')) this.#open(target)
    else if (event.type === 'click') this.#click(/** @type {MouseEvent} */ (event), target)
    else if (event instanceof KeyboardEvent) return this.#key(event, target)
    else if (event.type === 'signer-rows:changed')
      this.#renumber(/** @type {CustomEvent} */ (event))
    this.#refresh()
  }

  /** @param {Element} input */
  async #open(input) {
    const file = /** @type {HTMLInputElement} */ (input).files?.[0]
    this.#pages.replaceChildren()
    this.#section.hidden = true
    if (!file) return
    const { default: PdfDocument } = await loadPages()
    const opened = new PdfDocument()
    opened.data = new Uint8Array(await file.arrayBuffer())
    // what cannot be read here is told by the server, in words
    const pdf = await opened.pdf.catch(() => null)
    if (!pdf) return
    this.#section.hidden = false
    this.#pages.append(opened)
    for (let number = 1; number <= pdf.numPages; number++) opened.append(await pageOf(pdf, number))
    this.#pageInput.max = String(pdf.numPages)
    this.#refresh()
  }

  /** A draft has its file and its fields already. */
  async #openStored() {
    const { default: PdfDocument } = await loadPages()
    const opened = new PdfDocument()
    opened.setAttribute('src', this.dataset.src ?? '')
    this.#pages.append(opened)
    const sizes = JSON.parse(this.dataset.sizes ?? '[]')
    sizes.forEach((/** @type {number[]} */ [width, height], /** @type {number} */ at) =>
      opened.append(boardPage(at + 1, width, height))
    )
    for (const { page, ...stored } of JSON.parse(this.#input.value || '[]')) {
      const field = Object.assign(document.createElement('placed-field'), stored)
      this.querySelector(`pdf-page[number="${page}"]`)?.append(field)
    }
    this.#section.hidden = false
    this.#pageInput.max = String(sizes.length)
    this.#refresh()
  }

  /** @param {MouseEvent} event @param {Element} target */
  #click(event, target) {
    if (target.closest('[data-place]')) return this.#placeInTheMiddle()
    const page = target.closest('pdf-page')
    if (!(page instanceof HTMLElement) || target.closest('placed-field')) return
    const at = page.getBoundingClientRect()
    const scale = at.width / Number(page.getAttribute('width'))
    this.#place(page, (event.clientX - at.left) / scale, (event.clientY - at.top) / scale)
  }

  /** Enter would send the form. @param {KeyboardEvent} event @param {Element} target */
  #key(event, target) {
    if (event.key !== 'Enter' || !target.matches('[data-page]')) return
    event.preventDefault()
    this.#placeInTheMiddle()
    this.#refresh()
  }

  #placeInTheMiddle() {
    const page = this.querySelector(`pdf-page[number="${Number(this.#pageInput.value)}"]`)
    if (!(page instanceof HTMLElement)) return
    const middle = ['width', 'height'].map((side) => Number(page.getAttribute(side)) / 2)
    page.scrollIntoView({ block: 'center' })
    this.#place(page, middle[0], middle[1]).focus()
  }

  /** @param {HTMLElement} page @param {number} x @param {number} y  the middle of the field, in points */
  #place(page, x, y) {
    const { type, width, height } = this.#chosenKind
    const field = /** @type {PlacedField} */ (document.createElement('placed-field'))
    Object.assign(field, { type, width, height, signer: Number(this.#signerSelect.value) })
    page.append(field)
    field.moveTo(x - width / 2, y - height / 2)
    return field
  }

  /** A row of a signer went: so do that signer's fields, and those below move up. @param {CustomEvent} event */
  #renumber({ detail: { removed } }) {
    if (removed === undefined) return
    for (const field of this.#fields) {
      if (field.signer === removed) field.remove()
      else if (field.signer > removed) field.signer -= 1
    }
  }

  #refresh() {
    if (this.#section.hidden) return this.dataset.src ? undefined : this.#send([])
    const names = this.#names
    const chosen = this.#signerSelect.value
    this.#signerSelect.replaceChildren(...names.map((name, at) => new Option(name, String(at))))
    this.#signerSelect.value = chosen && Number(chosen) < names.length ? chosen : '0'
    for (const field of this.#fields)
      field.call(`${this.#wordsFor(field.type)} · ${names[field.signer]}`, field.signer % TONES)
    this.#send(this.#fields.map((field) => (this.dataset.src ? field.points : field.placement)))
  }

  /** @param {object[]} fields */
  #send(fields) {
    this.#input.value = JSON.stringify(fields)
  }

  get #input() {
    return /** @type {HTMLInputElement} */ (this.querySelector('input[name=fields]'))
  }

  get #form() {
    return this.closest('form')
  }

  get #section() {
    return /** @type {HTMLElement} */ (this.closest('section'))
  }

  get #pages() {
    return /** @type {HTMLElement} */ (this.querySelector('.board-pages'))
  }

  get #signerSelect() {
    return /** @type {HTMLSelectElement} */ (this.querySelector('[data-signer]'))
  }

  get #pageInput() {
    return /** @type {HTMLInputElement} */ (this.querySelector('[data-page]'))
  }

  /** With the box that it first gets, in points. */
  get #chosenKind() {
    const { dataset } = /** @type {HTMLElement} */ (this.querySelector('input[data-type]:checked'))
    return { type: dataset.type, width: Number(dataset.width), height: Number(dataset.height) }
  }

  /** @param {string} type */
  #wordsFor(type) {
    return this.querySelector(`input[data-type=${type}]`)?.closest('label')?.textContent?.trim()
  }

  /** @returns {PlacedField[]} */
  get #fields() {
    return [...this.querySelectorAll('placed-field')].map((field) => /** @type {any} */ (field))
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

/** pdf.js comes with the first document. */
async function loadPages() {
  const [loaded] = await Promise.all([
    import('./pdf_document.js'),
    import('./pdf_page.js'),
    import('./placed_field.js'),
  ])
  return loaded
}

/**
 * @param {import('pdfjs-dist').PDFDocumentProxy} pdf
 * @param {number} number
 */
async function pageOf(pdf, number) {
  const shown = await pdf.getPage(number)
  const { width, height } = shown.getViewport({ scale: 1 })
  return boardPage(number, width, height)
}

/** @param {number} number @param {number} width @param {number} height  in points */
function boardPage(number, width, height) {
  const page = newPage(number, width, height)
  page.setAttribute('aria-label', pageTitle(number))
  page.setAttribute('role', 'group')
  return page
}

customElements.define('field-board', FieldBoard)
