import texts from './dashboard_words.js'

/** @typedef {import('./pdf_document.js').default} PdfDocument */

/** Finds words in the text of a PDF, page by page; accents and case do not count. */
export default class PageFinder {
  #wanted = ''
  /** The page that was found last. @type {number | null} */
  #found = null
  /** @type {Map<number, string>} */
  #texts = new Map()
  #round = 0

  /** @param {PdfDocument} parent @param {HTMLElement} output */
  constructor(parent, output) {
    this.parent = parent
    this.output = output
  }

  /**
   * @param {string} words
   * @param {number} from  the page in view, from nought
   * @param {1 | -1} step  onwards or back
   * @returns the page on which they are, from nought; null where there is none, or somebody looks for something else by now
   */
  async find(words, from, step) {
    const round = ++this.#round
    const wanted = folded(words).trim()
    const isNext = wanted === this.#wanted && this.#found !== null
    this.#wanted = wanted
    if (!wanted) return this.#say('', null)
    this.output.textContent = texts.viewer.searching
    const { numPages } = await this.parent.pdf
    const first = isNext && this.#found !== null ? this.#found + step : from
    for (let tried = 0; tried < numPages; tried++) {
      const at = (first + tried * step + numPages * 2) % numPages
      const text = await this.#textOf(at)
      if (round !== this.#round) return null
      if (text.includes(wanted)) return this.#say(texts.viewer.foundOn(at + 1), at)
    }
    return this.#say(texts.viewer.notFound, null)
  }

  /** Marks the words on a page that was drawn. @param {HTMLElement} page */
  mark(page) {
    for (const span of page.querySelectorAll('.text-layer span')) {
      const isFound = this.#wanted !== '' && folded(span.textContent ?? '').includes(this.#wanted)
      span.classList.toggle('found', isFound)
    }
  }

  /** @param {string} words @param {number | null} at */
  #say(words, at) {
    this.output.textContent = words
    this.#found = at
    return at
  }

  /** @param {number} at */
  async #textOf(at) {
    const known = this.#texts.get(at)
    if (known !== undefined) return known
    const pdf = await this.parent.pdf
    const page = await pdf.getPage(at + 1)
    const { items } = await page.getTextContent()
    const text = folded(
      items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('')
    )
    this.#texts.set(at, text)
    return text
  }
}

/** @param {string} text */
function folded(text) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').toLowerCase()
}
