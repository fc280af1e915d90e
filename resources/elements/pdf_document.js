import { partOfLibrary, pdfLibrary } from './pdf_library.js'

/**
 * `<pdf-document src>`: opens a PDF for the `<pdf-page>`s inside it, from its address or from bytes
 * that are here already. Fires `pdf-document:failed`.
 */
export default class PdfDocument extends HTMLElement {
  /** @type {Uint8Array | undefined} */
  data

  /** @type {Promise<import('pdfjs-dist').PDFDocumentProxy> | undefined} */
  #opened

  /** @type {import('pdfjs-dist').PDFDocumentLoadingTask | undefined} */
  #loading

  /** Whether the page has gone on without it. */
  #isLeft = false

  /** @returns {Promise<import('pdfjs-dist').PDFDocumentProxy>} */
  get pdf() {
    this.#opened ??= this.#open()
    return this.#opened
  }

  /** Gives back what its pages hold in memory, and asks for nothing more. */
  close() {
    this.#isLeft = true
    this.#loading?.destroy().catch(() => {})
  }

  connectedCallback() {
    if (this.#isLeft) this.#opened = undefined
    this.#isLeft = false
    this.pdf.catch(() => this.isConnected && this.#say())
  }

  /** Where browsers cannot move what is kept, it is back in the same task. */
  disconnectedCallback() {
    queueMicrotask(() => this.isConnected || this.close())
  }

  connectedMoveCallback() {}

  /** @returns {Promise<import('pdfjs-dist').PDFDocumentProxy>} */
  async #open() {
    await this.#firstPicture()
    const pdfjs = await pdfLibrary()
    if (this.#isLeft) throw new DOMException('Nobody looks at it any more', 'AbortError')
    this.#loading = pdfjs.getDocument({
      ...(this.data ? { data: this.data } : { url: this.getAttribute('src') ?? '' }),
      cMapUrl: partOfLibrary('cmaps'),
      standardFontDataUrl: partOfLibrary('standard_fonts'),
      wasmUrl: partOfLibrary('wasm'),
      iccUrl: partOfLibrary('iccs'),
      enableXfa: false,
      // What another viewer shows of forms and stamps, the signer must see too; fetch only what is looked at.
      disableAutoFetch: true,
      rangeChunkSize: 256 * 1024,
    })
    return this.#loading.promise
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

  #say() {
    this.toggleAttribute('data-failed', true)
    const trouble = this.querySelector('.pdf-trouble')
    if (trouble instanceof HTMLElement) trouble.hidden = false
    this.dispatchEvent(new CustomEvent('pdf-document:failed', { bubbles: true }))
  }
}

customElements.define('pdf-document', PdfDocument)
