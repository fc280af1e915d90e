import { fieldHints, overlap, sharedOut } from './field_hints.js'
import { toneOf } from './placed_field.js'

/** @typedef {import('./board_surface.js').BoardSurface} BoardSurface */
/** @typedef {import('./field_list.js').Unplaced} Unplaced */

const MOST = 300

/** Places that the text of the PDF asks to be filled in, as pale fields to take one by one or all at once. */
export default class Suggestions {
  /** @type {Map<HTMLElement, Unplaced>} */
  #ghosts = new Map()
  #round = 0

  /** @param {HTMLElement} bar @param {BoardSurface} surface */
  constructor(bar, surface) {
    this.bar = bar
    this.surface = surface
  }

  /**
   * @param {Record<string, { width: number, height: number }>} sizes  of the kinds that there are
   * @param {number} signer  for whom fields are placed
   * @param {number} count  of the signers
   */
  async look(sizes, signer, count) {
    this.clear()
    const round = ++this.#round
    const { pages, list } = this.surface
    this.#say('Reading the text…')
    const pdf = await pages.pdf
    for (let page = 1; pdf && page <= pages.count && this.#ghosts.size < MOST; page++) {
      const hints = fieldHints(await runsOf(pdf, page), sizes, pages.sizeOf(page))
      if (round !== this.#round) return
      const free = hints.filter((hint) => !list.onPage(page).some((field) => overlap(hint, field)))
      for (const hint of sharedOut(free, signer, count)) this.#show({ ...hint, page })
    }
    this.#tell()
  }

  /** @param {Element} target @returns {boolean} whether it was pressed */
  pressed(target) {
    const ghost = /** @type {HTMLElement} */ (target.closest('.ghost-field'))
    const field = this.#ghosts.get(ghost)
    if (field) this.#take([[ghost, field]])
    else if (target.closest('[data-hints=all]')) this.#take([...this.#ghosts])
    else if (target.closest('[data-hints=none]')) this.clear()
    else return false
    return true
  }

  clear() {
    this.#round++
    for (const ghost of this.#ghosts.keys()) ghost.remove()
    this.#ghosts.clear()
    this.bar.hidden = true
  }

  /** @param {[HTMLElement, Unplaced][]} taken */
  #take(taken) {
    const added = this.surface.add(taken.map(([, field]) => field))
    if (added.length === 0) return
    for (const [ghost] of taken) {
      ghost.remove()
      this.#ghosts.delete(ghost)
    }
    this.surface.selection.only(added.map(({ id }) => id))
    this.surface.commit(false)
    if (added[0]) this.surface.focus(added[0].id)
    this.#tell()
  }

  /** @param {Unplaced} field */
  #show(field) {
    const size = this.surface.pages.sizeOf(field.page)
    const ghost = document.createElement('button')
    ghost.type = 'button'
    ghost.className = 'ghost-field signer-tone'
    Object.assign(ghost.dataset, toneOf(field.signer))
    const words = this.surface.board.wordsOf(/** @type {any} */ (field))
    ghost.textContent = words
    ghost.setAttribute('aria-label', `Take the suggestion: ${words}`)
    Object.assign(ghost.style, {
      left: `${(field.x / size.width) * 100}%`,
      top: `${(field.y / size.height) * 100}%`,
      width: `${(field.width / size.width) * 100}%`,
      height: `${(field.height / size.height) * 100}%`,
    })
    this.#ghosts.set(ghost, field)
    this.surface.pages.page(field.page)?.append(ghost)
  }

  #tell() {
    const count = this.#ghosts.size
    if (count > 0) this.#say(count === 1 ? '1 place found' : `${count} places found`)
    else if (this.surface.list.all.length > 0) this.bar.hidden = true
    else this.#say('The text names no place to fill in')
  }

  /** @param {string} words */
  #say(words) {
    this.bar.hidden = false
    const output = this.bar.querySelector('output')
    if (output) output.textContent = words
    for (const button of this.bar.querySelectorAll('[data-hints=all]'))
      /** @type {HTMLElement} */ (button).hidden = this.#ghosts.size === 0
  }
}

/**
 * Words that stand upright as one sees the page, however it is turned.
 *
 * @param {import('pdfjs-dist').PDFDocumentProxy} pdf @param {number} number
 */
async function runsOf(pdf, number) {
  const page = await pdf.getPage(number)
  const viewport = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || !item.str.trim()) return []
    const [a, b, , , e, f] = item.transform
    const along = item.width / (Math.hypot(a, b) || 1)
    const [x, y] = viewport.convertToViewportPoint(e, f)
    const [endX, endY] = viewport.convertToViewportPoint(e + a * along, f + b * along)
    const isUpright = Math.abs(endY - y) < 1 && endX > x
    return isUpright ? { text: item.str, x, y, width: endX - x, height: item.height } : []
  })
}
