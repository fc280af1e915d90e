import { newPage, pageTitle } from './new_page.js'

/** @typedef {import('./placed_field.js').default} PlacedField */

/** The pages on which fields are placed, in a box that scrolls. */
export default class BoardPages {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box
  }

  /** Shows a PDF that somebody has chosen. @param {File | undefined} file @returns whether it can be read */
  async openFile(file) {
    this.box.replaceChildren()
    if (!file) return false
    const opened = await emptyDocument()
    opened.data = new Uint8Array(await file.arrayBuffer())
    // what cannot be read here is told by the server, in words
    const pdf = await opened.pdf.catch(() => null)
    if (!pdf) return false
    this.box.append(opened)
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      opened.append(boardPage(number, width, height))
    }
    return true
  }

  /** Shows the PDF of a draft. @param {string} src @param {[number, number][]} sizes  of the pages, in points */
  async openStored(src, sizes) {
    const opened = await emptyDocument()
    opened.setAttribute('src', src)
    opened.append(...sizes.map(([width, height], at) => boardPage(at + 1, width, height)))
    this.box.append(opened)
  }

  /** @returns {HTMLElement[]} */
  get all() {
    return [...this.box.querySelectorAll('pdf-page')].map((page) => /** @type {any} */ (page))
  }

  /** @param {number} number @returns {HTMLElement | null} */
  page(number) {
    return this.box.querySelector(`pdf-page[number="${number}"]`)
  }

  /** The number of the page in the middle of the box. */
  get inView() {
    const { top, height } = this.box.getBoundingClientRect()
    const above = this.all.filter((page) => page.getBoundingClientRect().top <= top + height / 2)
    return Math.max(1, above.length)
  }

  /** @returns {PlacedField[]} */
  get fields() {
    return [...this.box.querySelectorAll('placed-field')].map((field) => /** @type {any} */ (field))
  }

  /**
   * @param {{ page: number, type: string, signer: number, x: number, y: number, width: number, height: number }} placed  in points
   * @returns {PlacedField | null}  null on a page that is not there
   */
  add({ page: number, type, signer, x, y, width, height }) {
    const page = this.page(number)
    if (!page) return null
    const field = /** @type {PlacedField} */ (document.createElement('placed-field'))
    Object.assign(field, { type, signer, x, y, width, height })
    page.append(field)
    return field
  }
}

/** pdf.js comes with the first document. */
async function emptyDocument() {
  const [{ default: PdfDocument }] = await Promise.all([
    import('./pdf_document.js'),
    import('./pdf_page.js'),
    import('./placed_field.js'),
  ])
  return new PdfDocument()
}

/** @param {number} number @param {number} width @param {number} height  in points */
function boardPage(number, width, height) {
  const page = newPage(number, width, height)
  page.setAttribute('aria-label', pageTitle(number))
  page.setAttribute('role', 'group')
  return page
}
