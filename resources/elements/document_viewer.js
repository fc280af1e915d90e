import './page_zoom.js'
import './page_thumb.js'
import './pdf_page.js'
import PageFinder from './page_finder.js'
import PageThumbnails from './page_thumbnails.js'
import { fileHeading } from './file_heading.js'
import { newPage, pageTitle } from './new_page.js'
import words from './dashboard_words.js'

/** @typedef {import('./pdf_document.js').default} PdfDocument */
/** @typedef {{ page: number, x: number, y: number, width: number, height: number, label: string, tone: number, done: boolean }} ShownField */

const ABOVE_PAGE_PX = 12

/**
 * `<document-viewer data-count data-sizes>`: the pages of a PDF in a box of their own, with thumbnails, a number to go to
 * and words to find. Pages are drawn when they come near the window, so that a long document costs no more than a short one.
 */
class DocumentViewer extends HTMLElement {
  /** @type {HTMLElement[]} */
  #pages = []
  #current = 0
  #isWaiting = false
  /** @type {PageThumbnails | null} */
  #thumbnails = null
  /** @type {PageFinder | null} */
  #finder = null

  connectedCallback() {
    document.addEventListener('click', this, true) // before Unpoly, which jumps to links within the page
    if (this.#pages.length > 0) return
    const sizes = JSON.parse(this.dataset.sizes ?? '[]')
    this.#thumbnails = new PageThumbnails(this.#find('.viewer-thumbs'))
    this.#finder = new PageFinder(this.#document, this.#find('.viewer-find output'))
    for (const [width, height] of sizes) this.#append(width, height)
    this.#drawFields()
    this.#find('.viewer-tools').hidden = false
    for (const type of ['change', 'keydown', 'pdf-page:drawn', 'up:fragment:keep'])
      this.addEventListener(type, this)
    this.#box.addEventListener('scroll', this, { passive: true })
    this.#show(0)
    this.#appendOthers().catch(() => {}) // the document itself says so
  }

  disconnectedCallback() {
    document.removeEventListener('click', this, true)
  }

  /** The kept viewer goes from one place of the page to another. */
  connectedMoveCallback() {}

  /** @param {Event} event */
  handleEvent(event) {
    const target = /** @type {HTMLElement} */ (event.target)
    if (event.type === 'scroll') this.#scrolled()
    else if (event.type === 'pdf-page:drawn') this.#finder?.mark(target)
    else if (event.type === 'up:fragment:keep') this.#kept(/** @type {any} */ (event))
    else if (event.type === 'click') this.#click(event, target)
    else if (event.type === 'change' && target.matches('[data-page]')) this.#goTyped(target)
    else if (event instanceof KeyboardEvent && event.key === 'Enter') this.#enter(event, target)
  }

  /** @param {number} width @param {number} height  in points */
  #append(width, height) {
    const number = this.#pages.length + 1
    const page = newPage(number, width, height)
    page.id = `page-${number}`
    page.setAttribute('role', 'group')
    page.setAttribute('aria-label', pageTitle(number))
    this.#pages.push(page)
    const heading = this.#headings[number]
    if (heading) this.#box.append(fileHeading(heading))
    this.#box.append(page)
    this.#thumbnails?.append(number, width, height, heading)
  }

  /** By number of page, what the file is called that begins there. @returns {Record<number, string>} */
  get #headings() {
    return JSON.parse(this.dataset.headings ?? '{}')
  }

  /** What the seal has appended; only the file knows how large it is. */
  async #appendOthers() {
    if (this.#pages.length >= Number(this.dataset.count)) return
    customElements.upgrade(this.#document) // it comes after its parent
    const pdf = await this.#document.pdf
    while (this.#pages.length < pdf.numPages) {
      const page = await pdf.getPage(this.#pages.length + 1)
      const { width, height } = page.getViewport({ scale: 1 })
      this.#append(width, height)
    }
  }

  #drawFields() {
    for (const old of this.querySelectorAll('.viewer-field')) old.remove()
    /** @type {ShownField[]} */
    const fields = JSON.parse(this.#box.dataset.fields ?? '[]')
    for (const field of fields) this.#pages[field.page - 1]?.append(fieldBox(field, this.#pages))
  }

  /** The page around it has changed: who has signed is drawn anew. @param {{ newFragment: HTMLElement }} event */
  #kept({ newFragment }) {
    const { dataset } = /** @type {HTMLElement} */ (newFragment.querySelector('.viewer-pages'))
    this.#box.dataset.fields = dataset.fields
    this.#drawFields()
  }

  /** Links to a page stand beside the viewer, too. @param {Event} event @param {HTMLElement} target */
  #click(event, target) {
    const turn = target.closest('[data-turn]')
    const way = target.closest('[data-go]')
    if (turn instanceof HTMLElement) this.#go(this.#current + Number(turn.dataset.turn))
    else if (target.closest('page-zoom')) this.#stayInPlace()
    else if (way instanceof HTMLElement) {
      event.preventDefault()
      this.#go(Number(way.dataset.go) - 1)
      this.scrollIntoView({ block: 'nearest' })
    }
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} target */
  #enter(event, target) {
    if (target.matches('[data-page]')) this.#goTyped(target)
    else if (target.matches('[data-find]')) this.#findWords(target, event.shiftKey ? -1 : 1)
  }

  /** @param {HTMLElement} input */
  #goTyped(input) {
    this.#go(Number(/** @type {HTMLInputElement} */ (input).value) - 1)
  }

  /** @param {HTMLElement} input @param {1 | -1} step */
  async #findWords(input, step) {
    const { value } = /** @type {HTMLInputElement} */ (input)
    const found = await this.#finder?.find(value, this.#current, step)
    if (found === null || found === undefined) return
    this.#go(found)
    this.#finder?.mark(this.#pages[found])
  }

  /** @param {number} wanted */
  #go(wanted) {
    const at = Math.min(this.#pages.length - 1, Math.max(0, wanted || 0))
    this.#box.scrollTop = this.#pages[at].offsetTop - ABOVE_PAGE_PX
    this.#show(at)
  }

  /** Larger pages begin further down; what one looks at stays where it is. */
  #stayInPlace() {
    const page = this.#pages[this.#current]
    const part = (this.#box.scrollTop - page.offsetTop) / page.offsetHeight
    requestAnimationFrame(() => {
      this.#box.scrollTop = page.offsetTop + part * page.offsetHeight
    })
  }

  #scrolled() {
    if (this.#isWaiting) return
    this.#isWaiting = true
    requestAnimationFrame(() => {
      this.#isWaiting = false
      this.#show(this.#pageInView())
    })
  }

  /** The last page that begins above the middle of the box. */
  #pageInView() {
    const middle = this.#box.scrollTop + this.#box.clientHeight / 2
    let [low, high] = [0, this.#pages.length - 1]
    while (low < high) {
      const between = Math.ceil((low + high) / 2)
      if (this.#pages[between].offsetTop <= middle) low = between
      else high = between - 1
    }
    return low
  }

  /** @param {number} at */
  #show(at) {
    this.#current = at
    const input = /** @type {HTMLInputElement} */ (this.#find('[data-page]'))
    if (document.activeElement !== input || Number(input.value) !== at + 1)
      input.value = String(at + 1)
    this.#thumbnails?.show(at + 1)
    this.#find('[data-turn="-1"]').toggleAttribute('disabled', at === 0)
    this.#find('[data-turn="1"]').toggleAttribute('disabled', at >= this.#pages.length - 1)
  }

  get #document() {
    return /** @type {PdfDocument} */ (this.#find('pdf-document'))
  }

  get #box() {
    return this.#find('.viewer-pages')
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector))
  }
}

/** @param {ShownField} field @param {HTMLElement[]} pages */
function fieldBox({ page, x, y, width, height, label, tone, done }, pages) {
  const side = (/** @type {string} */ name) => Number(pages[page - 1].getAttribute(name)) / 100
  const box = document.createElement('span')
  box.className = 'viewer-field signer-tone'
  box.dataset.tone = String(tone)
  box.toggleAttribute('data-done', done)
  box.textContent = done ? words.viewer.signed(label) : label
  box.title = box.textContent
  Object.assign(box.style, {
    insetInlineStart: `${x / side('width')}%`,
    insetBlockStart: `${y / side('height')}%`,
    width: `${width / side('width')}%`,
    height: `${height / side('height')}%`,
  })
  return box
}

customElements.define('document-viewer', DocumentViewer)
