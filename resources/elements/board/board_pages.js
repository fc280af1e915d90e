import words from '../dashboard_words.js'
import { fileHeading } from '../file_heading.js'
import { newPage, pageTitle } from '../new_page.js'
import PageThumbnails from '../page_thumbnails.js'

/** @typedef {import('../pdf_document.js').default} PdfDocument */

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {Record<number, string>} Headings  By number of page, what the file is called that begins there. */
/** @typedef {{ left: number, top: number, width: number, height: number, scale: number }} Place */

const NONE = { width: 0, height: 0 }
const MEASURED_AT_ONCE = 25
const ABOVE_PAGE_PX = 12

/** The pages on which fields are placed, in a box that scrolls, with small ones beside it. */
export default class BoardPages {
  /** @type {HTMLElement[]} */
  all = []
  /** Sizes are known of all pages that can be read. */
  measured = Promise.resolve()
  /** @type {PdfDocument | null} */
  #document = null
  #thumbnails
  /** @type {Size[]} */
  #sizes = []
  /** @type {Map<number, Place> | null} */
  #known = null
  /** Which choice of files counts: an earlier one may take longer to read. */
  #round = 0

  /** @param {HTMLElement} frame  around the box and the small pages */
  constructor(frame) {
    this.frame = frame
    this.box = /** @type {HTMLElement} */ (frame.querySelector('.board-pages'))
    this.#thumbnails = new PageThumbnails(
      /** @type {HTMLElement} */ (frame.querySelector('.board-thumbs'))
    )
  }

  /** Shows PDFs that somebody has chosen, behind one another. @param {File[]} files @returns whether they can be read; null where others were chosen meanwhile */
  async openFiles(files) {
    this.#close()
    const round = ++this.#round
    if (files.length === 0) return false
    const opened = await emptyDocument()
    opened.files = await Promise.all(
      files.map(async (file) => new Uint8Array(await file.arrayBuffer()))
    )
    // what cannot be read here is told by the server, in words
    const pdf = await opened.pdf.catch(() => null)
    const first = pdf && (await sizeIn(pdf, 1).catch(() => null))
    if (round !== this.#round) {
      opened.close()
      return null
    }
    if (!pdf || !first) return false
    const sizes = Array.from({ length: pdf.numPages }, () => first)
    this.#show(opened, sizes, headingsOf(files, pdf))
    this.measured = this.#measure(pdf).catch(() => {}) // the file was closed, or lacks a page
    return true
  }

  /** Shows the PDF of a draft. @param {string} src @param {[number, number][]} sizes  of the pages, in points @param {Headings} headings */
  async openStored(src, sizes, headings) {
    this.#close()
    const opened = await emptyDocument()
    opened.setAttribute('src', src)
    this.#show(opened, sizes, headings)
  }

  /** The open PDF, as pdf.js reads it. */
  get pdf() {
    return this.#document?.pdf
  }

  get count() {
    return this.all.length
  }

  /** @param {number} number @returns {HTMLElement | undefined} */
  page(number) {
    return this.all[number - 1]
  }

  /** In points. @param {number} number @returns {Size} */
  sizeOf(number) {
    return this.#sizes[number - 1] ?? NONE
  }

  /** Pixels per point. @param {number} number */
  scaleOf(number) {
    return this.placeOf(number).scale
  }

  /** Where a page is within the box, in pixels, and how many pixels a point has. @param {number} number @returns {Place} */
  placeOf(number) {
    const known = this.#known?.get(number)
    if (known) return known
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = this.all[number - 1]
    const scale = offsetWidth / this.sizeOf(number).width
    const place = {
      ...{ left: offsetLeft, top: offsetTop, width: offsetWidth, height: offsetHeight },
      scale,
    }
    this.#known?.set(number, place)
    return place
  }

  /** While somebody drags, pages stay where they are: each is measured once. @param {boolean} areStill */
  holdStill(areStill) {
    this.#known = areStill ? new Map() : null
  }

  /** The number of the page in the middle of the box. */
  get inView() {
    return this.numberAt(this.box.scrollTop + this.box.clientHeight / 2)
  }

  /** Where on a page somebody points, in points; on the nearest page where it is none. @param {{ clientX: number, clientY: number }} event @param {number} [number]  of the page to measure on */
  pointAt({ clientX, clientY }, number) {
    const { left, top } = this.box.getBoundingClientRect()
    const y = clientY - top + this.box.scrollTop
    const page = number ?? this.numberAt(y)
    const place = this.placeOf(page)
    return {
      page,
      x: (clientX - left + this.box.scrollLeft - place.left) / place.scale,
      y: (y - place.top) / place.scale,
    }
  }

  /** @param {number} number */
  go(number) {
    const page = this.all[Math.min(Math.max(number, 1), this.count) - 1]
    if (page) this.box.scrollTop = page.offsetTop - ABOVE_PAGE_PX
  }

  /** Brings a part of a page into view, where it is not. @param {{ page: number, y: number, height: number }} place */
  reveal({ page, y, height }) {
    const place = this.placeOf(page)
    const [top, bottom] = [place.top + y * place.scale, place.top + (y + height) * place.scale]
    const { scrollTop, clientHeight } = this.box
    if (top < scrollTop || bottom > scrollTop + clientHeight)
      this.box.scrollTop = (top + bottom - clientHeight) / 2
  }

  /** Larger pages begin further down; what one looks at stays where it is. */
  stayInPlace() {
    const page = this.all[this.inView - 1]
    if (!page) return
    const part = (this.box.scrollTop - page.offsetTop) / page.offsetHeight
    requestAnimationFrame(() => {
      this.box.scrollTop = page.offsetTop + part * page.offsetHeight
    })
  }

  /** @param {number} number */
  markCurrent(number) {
    this.#thumbnails.show(number)
  }

  #close() {
    this.#document?.replaceWith(...this.#document.childNodes)
    this.#document?.close()
    this.#document = null
    this.all = []
    this.box.replaceChildren()
    this.#thumbnails.clear()
  }

  /** @param {PdfDocument} opened @param {[number, number][]} sizes @param {Headings} headings */
  #show(opened, sizes, headings) {
    this.#document = opened
    opened.className = 'board-document'
    this.#sizes = sizes.map(([width, height]) => ({ width, height }))
    this.all = sizes.map(([width, height], at) => boardPage(at + 1, width, height))
    opened.append(...this.frame.childNodes)
    this.frame.append(opened)
    this.box.append(...this.all)
    for (const [number, heading] of Object.entries(headings))
      this.page(Number(number))?.before(fileHeading(heading))
    for (const [at, [width, height]] of sizes.entries())
      this.#thumbnails.append(at + 1, width, height, headings[at + 1])
  }

  /** Until then, all pages are as large as the first. @param {import('../read_as_one.js').ReadPdf} pdf */
  async #measure(pdf) {
    const numbers = this.all.map((_, at) => at + 1).slice(1)
    const [pages, thumbnails] = [this.all, this.#thumbnails]
    while (numbers.length > 0 && pages === this.all) {
      const some = numbers.splice(0, MEASURED_AT_ONCE)
      const sizes = await Promise.all(some.map((number) => sizeIn(pdf, number)))
      for (const [at, number] of some.entries()) {
        const [width, height] = sizes[at]
        this.#sizes[number - 1] = { width, height }
        resize(pages[number - 1], sizes[at])
        resize(thumbnails.page(number), sizes[at])
      }
    }
  }

  /** The last page that begins above a place in the box. @param {number} y */
  numberAt(y) {
    let [low, high] = [0, this.all.length - 1]
    while (low < high) {
      const between = Math.ceil((low + high) / 2)
      if (this.placeOf(between + 1).top <= y) low = between
      else high = between - 1
    }
    return Math.max(low, 0) + 1
  }
}

/** pdf.js comes with the first document. */
async function emptyDocument() {
  const [{ default: PdfDocument }] = await Promise.all([
    import('../pdf_document.js'),
    import('../page_thumb.js'),
    import('../pdf_page.js'),
  ])
  return new PdfDocument()
}

/** None where it is one file. @param {File[]} files @param {import('../read_as_one.js').ReadPdf} pdf @returns {Headings} */
function headingsOf(files, { firstPages = [] }) {
  return Object.fromEntries(
    firstPages.map((page, at) => [
      page,
      words.fieldBoard.fileOf(at + 1, files.length, files[at].name),
    ])
  )
}

/** @param {import('../read_as_one.js').ReadPdf} pdf @param {number} number @returns {Promise<[number, number]>} */
async function sizeIn(pdf, number) {
  const page = await pdf.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  return [width, height]
}

/** @param {HTMLElement | undefined} page @param {[number, number]} size */
function resize(page, [width, height]) {
  const isSame =
    Number(page?.getAttribute('width')) === width && Number(page?.getAttribute('height')) === height
  if (!page || isSame) return
  page.setAttribute('width', String(width))
  page.setAttribute('height', String(height))
  page.style.aspectRatio = `${width} / ${height}`
}

/** @param {number} number @param {number} width @param {number} height  in points */
function boardPage(number, width, height) {
  const page = newPage(number, width, height)
  page.setAttribute('aria-label', pageTitle(number))
  page.setAttribute('role', 'group')
  return page
}
