import * as pdfjs from '../npm/pdfjs-dist/legacy/build/pdf.min.mjs'

const library = new URL('../npm/pdfjs-dist/', import.meta.url)
const folder = (/** @type {string} */ name) => new URL(`${name}/`, library).href

pdfjs.GlobalWorkerOptions.workerSrc = new URL('legacy/build/pdf.worker.min.mjs', library).href

/**
 * `<pdf-document src>`: opens a PDF for the `<pdf-page>`s inside it, from its address or from bytes
 * that are here already. Fires `pdf-document:failed`.
 */
export default class PdfDocument extends HTMLElement {
  /** @type {Uint8Array | undefined} */
  data

  /** @type {Promise<import('pdfjs-dist').PDFDocumentProxy> | undefined} */
  #opened

  /** @returns {Promise<import('pdfjs-dist').PDFDocumentProxy>} */
  get pdf() {
    this.#opened ??= this.#open()
    return this.#opened
  }

  /** Gives back what its pages hold in memory. */
  close() {
    this.#opened?.then((pdf) => pdf.loadingTask.destroy()).catch(() => {})
  }

  connectedCallback() {
    this.pdf.catch(() => this.#say())
  }

  connectedMoveCallback() {}

  /** @returns {Promise<import('pdfjs-dist').PDFDocumentProxy>} */
  #open() {
    return pdfjs.getDocument({
      ...(this.data ? { data: this.data } : { url: this.getAttribute('src') ?? '' }),
      cMapUrl: folder('cmaps'),
      standardFontDataUrl: folder('standard_fonts'),
      wasmUrl: folder('wasm'),
      iccUrl: folder('iccs'),
      enableXfa: false,
      // What another viewer shows of forms and stamps, the signer must see too; fetch only what is looked at.
      disableAutoFetch: true,
      rangeChunkSize: 256 * 1024,
    }).promise
  }

  #say() {
    this.toggleAttribute('data-failed', true)
    const trouble = this.querySelector('.pdf-trouble')
    if (trouble instanceof HTMLElement) trouble.hidden = false
    this.dispatchEvent(new CustomEvent('pdf-document:failed', { bubbles: true }))
  }
}

customElements.define('pdf-document', PdfDocument)
