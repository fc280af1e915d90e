import PdfDocument from './pdf_document.js'
import { pdfLibrary } from './pdf_library.js'

// Phones refuse larger canvases, and then show nothing.
const MAX_PIXELS = 8 * 1024 * 1024
const SHARPEST = 3
const REDRAW_AFTER_MS = 180

/** Of the window, and of a box that scrolls. */
const NEAR = /** @type {IntersectionObserverInit} */ ({
  rootMargin: '120% 0%',
  scrollMargin: '120% 0%',
})

/** One of each serves all pages: five hundred of them cost time at every layout. */
const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) toldOf(target)?.come(isIntersecting)
}, NEAR)
const size = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) toldOf(target)?.resized(contentRect.width)
})

/** @param {Element} target */
function toldOf(target) {
  return target instanceof PdfPage && target.isConnected ? target : null
}

/**
 * `<pdf-page number width height wordless>` (points): draws one page when it comes near the screen, and
 * forgets it when it is far. Its words lie over it, to be selected and read out, unless it is `wordless`. `--page-scale` tells what lies on it how many pixels a point has.
 * Fires `pdf-page:drawn`.
 */
export default class PdfPage extends HTMLElement {
  #isNear = false
  #drawnWidth = 0
  /** Each drawing has its number, by which it knows that it is overtaken. */
  #drawing = 0
  #isDrawing = false
  #later = 0
  /** @type {{ cancel(): void } | null} */
  #task = null
  /** @type {import('pdfjs-dist').PDFPageProxy | null} */
  #read = null

  connectedCallback() {
    this.style.aspectRatio = `${this.getAttribute('width')} / ${this.getAttribute('height')}`
    near.observe(this)
    size.observe(this)
  }

  disconnectedCallback() {
    near.unobserve(this)
    size.unobserve(this)
    this.#forget()
  }

  /** It stays as it is drawn where the page around it moves it. */
  connectedMoveCallback() {}

  get #points() {
    return Number(this.getAttribute('width'))
  }

  /** @param {boolean} isNear */
  come(isNear) {
    this.#isNear = isNear
    if (this.#isNear) this.#draw()
    else this.#forget()
  }

  /**
   * Reads nothing: among five hundred pages, each read after a write would lay all of them out anew.
   *
   * @param {number} width
   */
  resized(width) {
    const scale = String(width / this.#points)
    if (this.style.getPropertyValue('--page-scale') !== scale)
      this.style.setProperty('--page-scale', scale)
    if (!this.#isNear || Math.abs(width - this.#drawnWidth) < 1) return
    clearTimeout(this.#later)
    this.#later = window.setTimeout(() => this.#draw(), REDRAW_AFTER_MS)
  }

  /** After its document was opened anew; what is drawn stays, what was being drawn comes no more. */
  drawAgain() {
    if (this.#isDrawing) this.#drawnWidth = 0
    if (this.#isNear) this.#draw()
  }

  async #draw() {
    const width = this.clientWidth
    const parent = this.closest('pdf-document')
    if (!width || width === this.#drawnWidth || !(parent instanceof PdfDocument)) return
    this.#task?.cancel()
    this.#drawnWidth = width
    this.#isDrawing = true
    const drawing = ++this.#drawing
    const opened = parent.pdf

    try {
      const pdf = await opened
      const page = await pdf.getPage(Number(this.getAttribute('number')))
      if (this.#drawing !== drawing) return
      this.#read = page
      const scale = width / page.getViewport({ scale: 1 }).width
      const canvas = await this.#paint(page, scale)
      if (this.#drawing !== drawing) return
      const words = this.hasAttribute('wordless') ? null : await this.#words(page, scale)
      if (this.#drawing === drawing) this.#show(canvas, words)
    } catch (error) {
      if (this.#drawing !== drawing) return
      this.#drawnWidth = 0
      if (error instanceof Error && error.name === 'RenderingCancelledException') return
      if (parent.isLeft || parent.pdf !== opened) return // it was closed, or opened anew, meanwhile
      parent.fail(this)
      throw error
    } finally {
      if (this.#drawing === drawing) this.#isDrawing = false
    }
  }

  /**
   * @param {import('pdfjs-dist').PDFPageProxy} page
   * @param {number} scale
   */
  async #paint(page, scale) {
    const { width, height } = page.getViewport({ scale })
    const sharpness = Math.min(
      SHARPEST,
      Math.max(1.5, devicePixelRatio),
      Math.sqrt(MAX_PIXELS / (width * height))
    )
    const viewport = page.getViewport({ scale: scale * sharpness })
    const canvas = document.createElement('canvas')
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    canvas.setAttribute('aria-hidden', 'true')
    const { AnnotationMode } = await pdfLibrary()
    this.#task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE })
    await /** @type {any} */ (this.#task).promise
    return canvas
  }

  /**
   * @param {import('pdfjs-dist').PDFPageProxy} page
   * @param {number} scale
   */
  async #words(page, scale) {
    const container = document.createElement('div')
    container.className = 'text-layer'
    container.style.setProperty('--total-scale-factor', String(scale))
    container.style.setProperty('--scale-round-x', '1px')
    container.style.setProperty('--scale-round-y', '1px')
    const viewport = page.getViewport({ scale })
    const { TextLayer } = await pdfLibrary()
    await new TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport,
    }).render()
    return container
  }

  /**
   * @param {HTMLElement} canvas
   * @param {HTMLElement | null} words
   */
  #show(canvas, words) {
    this.#clear()
    this.prepend(canvas, ...(words ? [words] : []))
    this.toggleAttribute('data-drawn', true)
    this.dispatchEvent(new CustomEvent('pdf-page:drawn', { bubbles: true }))
  }

  #forget() {
    this.#task?.cancel()
    this.#drawing += 1
    this.#isDrawing = false
    this.#drawnWidth = 0
    this.toggleAttribute('data-drawn', false)
    this.#clear()
    // what pdf.js keeps of a page is many times larger than its part of the file
    this.#read?.cleanup()
    this.#read = null
  }

  #clear() {
    this.querySelector(':scope > canvas')?.remove()
    this.querySelector(':scope > .text-layer')?.remove()
  }
}

customElements.define('pdf-page', PdfPage)
