import { partOfLibrary, pdfLibrary } from './pdf_library.js'
import { readAsOne } from './read_as_one.js'

/** @typedef {import('./read_as_one.js').ReadPdf} ReadPdf */

/**
 * `<pdf-document src>`: opens a PDF for the `<pdf-page>`s inside it, from its address or from bytes
 * that are here already. Where it fails it shows the `.pdf-trouble` in it, whose `[data-again]` opens it anew; with
 * `data-late`, if it is open and lacks a page alone, until that page is drawn.
 */
export default class PdfDocument extends HTMLElement {
  /** What is here already: one file, or several to be read as one. @type {Uint8Array[]} */
  files = []

  /** @type {Promise<ReadPdf> | undefined} */
  #opened

  /** @type {import('pdfjs-dist').PDFDocumentLoadingTask[]} */
  #loading = []

  #isLeft = false

  #isOpen = false

  /** Pages that could not be drawn. @type {Set<Element>} */
  #lacking = new Set()

  /** @returns {Promise<ReadPdf>} */
  get pdf() {
    this.#opened ??= this.#open()
    return this.#opened
  }

  /** Whether the page has gone on without it: what its pages still wait for comes no more. */
  get isLeft() {
    return this.#isLeft
  }

  /** Gives back what its pages hold in memory, and asks for nothing more. */
  close() {
    this.#isLeft = true
    for (const loading of this.#loading) loading.destroy().catch(() => {})
  }

  connectedCallback() {
    if (this.#isLeft) this.#opened = undefined
    this.#isLeft = false
    for (const type of ['click', 'pdf-page:drawn']) this.addEventListener(type, this)
    this.pdf.catch(() => this.fail())
  }

  /** @param {Event} event */
  handleEvent({ type, target }) {
    if (!(target instanceof Element)) return
    if (type === 'pdf-page:drawn') this.#drawn(target)
    else if (target.closest('[data-again]')) void this.#openAgain()
  }

  /** @param {Element} page */
  #drawn(page) {
    if (this.#lacking.delete(page) && this.#lacking.size === 0) this.#showTrouble(false)
  }

  /** It cannot be opened, or one of its pages cannot be drawn. @param {Element} [page] */
  fail(page) {
    if (!this.isConnected || this.#isLeft) return
    if (page && this.#isOpen) this.#lacking.add(page)
    this.#trouble?.toggleAttribute('data-late', this.#isOpen)
    this.#showTrouble(true)
  }

  /** A part that did not come once, pdf.js never asks for again. */
  async #openAgain() {
    this.close()
    this.#isLeft = this.#isOpen = false
    this.#opened = undefined
    this.#lacking.clear()
    this.#showTrouble(false)
    await this.pdf.catch(() => this.fail())
    for (const page of this.querySelectorAll('pdf-page, page-thumb'))
      /** @type {import('./pdf_page.js').default} */ (page).drawAgain()
  }

  /** Where browsers cannot move what is kept, it is back in the same task. */
  disconnectedCallback() {
    queueMicrotask(() => this.isConnected || this.close())
  }

  connectedMoveCallback() {}

  /** @returns {Promise<ReadPdf>} */
  async #open() {
    await this.#firstPicture()
    const pdfjs = await pdfLibrary()
    if (this.#isLeft) throw new DOMException('Nobody looks at it any more', 'AbortError')
    const sources =
      this.files.length > 0
        ? this.files.map((data) => ({ data }))
        : [{ url: this.getAttribute('src') ?? '' }]
    this.#loading = sources.map((source) => this.#load(pdfjs, source))
    const [first, ...others] = await Promise.all(this.#loading.map(({ promise }) => promise))
    this.#isOpen = true
    return others.length > 0 ? readAsOne([first, ...others]) : first
  }

  /**
   * @param {typeof import('pdfjs-dist')} pdfjs
   * @param {{ data: Uint8Array } | { url: string }} source
   */
  #load(pdfjs, source) {
    return pdfjs.getDocument({
      ...source,
      cMapUrl: partOfLibrary('cmaps'),
      standardFontDataUrl: partOfLibrary('standard_fonts'),
      wasmUrl: partOfLibrary('wasm'),
      iccUrl: partOfLibrary('iccs'),
      enableXfa: false,
      // What another viewer shows of forms and stamps, the signer must see too; fetch only what is looked at.
      disableAutoFetch: true,
      rangeChunkSize: 256 * 1024,
    })
  }

  /** The picture that a signer reads first has the line for itself; one that fails says so at once. */
  async #firstPicture() {
    const picture = this.querySelector('.page-picture')
    if (!(picture instanceof HTMLImageElement) || picture.complete) return
    await new Promise((resolve) => {
      picture.addEventListener('load', resolve)
      picture.addEventListener('error', resolve)
    })
  }

  /** @param {boolean} isFailed */
  #showTrouble(isFailed) {
    this.toggleAttribute('data-failed', isFailed)
    if (this.#trouble) this.#trouble.hidden = !isFailed
  }

  get #trouble() {
    return /** @type {HTMLElement | null} */ (this.querySelector('.pdf-trouble'))
  }
}

customElements.define('pdf-document', PdfDocument)
