import { fieldHints, overlap, sharedOut } from './field_hints.js'
import { rulesOf } from './page_rules.js'
import { runsOf, widthOf } from './page_text.js'
import { ruleHints } from './rule_hints.js'
import { renumbered } from './signer_numbers.js'
import { textTags } from './text_tags.js'
import words from '../dashboard_words.js'
import { toneOf } from './placed_field.js'

/** @typedef {import('./board_surface.js').BoardSurface} BoardSurface */
/** @typedef {import('./field_list.js').Unplaced} Unplaced */

/** @typedef {import('./field_hints.js').Run} Run */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {Size & { x: number, y: number }} Box */
/** @typedef {{ sizes: Record<string, { width: number, height: number }>, names: readonly string[] }} There  the kinds of fields, and the signers */

/** @type {{ fields: Omit<Unplaced, 'page'>[], unknown: number }} */
const NOTHING = { fields: [], unknown: 0 }

const said = words.fieldSuggestions

const MOST = 300

/** How long lines are looked for, in all pages together. */
const RULES_MS = 8_000

/** Tags are looked for unasked, so not in all of a long file. */
const PAGES_UNASKED = 50

/** Places that the text of the PDF, or a line in it, asks to be filled in, as pale fields to take one by one or all at once. */
export default class Suggestions {
  /** @type {Map<HTMLElement, Unplaced>} */
  #ghosts = new Map()
  #round = 0
  #unknown = 0
  /** Pages are being read, for the rows as they were at its beginning. */
  isReading = false
  /** Only tags were looked for. */
  isOfTags = false

  /** @param {HTMLElement} bar @param {BoardSurface} surface */
  constructor(bar, surface) {
    this.bar = bar
    this.surface = surface
  }

  /** So many wait to be taken. */
  get count() {
    return this.#ghosts.size
  }

  /** Some tags name a signer who is not there yet, or a kind that there is not. */
  get hasUnknown() {
    return this.#unknown > 0
  }

  /** What a page asks for, by tags, by its words, or by lines. @param {There} there @param {number} signer  for whom fields are placed */
  async look(there, signer) {
    const round = this.#begin(false)
    this.#say(said.reading)
    const pdf = await this.#pdf
    const until = performance.now() + RULES_MS
    await this.#read(round, Infinity, async (runs, page, size) => {
      const { fields, unknown } = textTags(runs, { ...there, widthOf, page: size })
      // in a long file with much to draw, the text has to do for the last pages
      const rules = pdf && performance.now() < until ? await rulesOf(pdf, page) : []
      const drawn = ruleHints(rules, runs, there.sizes, size)
      const written = fieldHints(runs, there.sizes, size).filter(
        (hint) => !drawn.some((other) => overlap(hint, other))
      )
      const hints = this.#free([...drawn, ...written], page).filter(
        (hint) => !fields.some((field) => overlap(hint, field))
      )
      return { fields: [...fields, ...sharedOut(hints, signer, there.names.length)], unknown }
    })
  }

  /** Unasked, as a file is opened: the fields that its tags ask for. @param {There} there */
  async lookForTags(there) {
    const round = this.#begin(true)
    await this.#read(round, PAGES_UNASKED, (runs, _, page) =>
      textTags(runs, { ...there, widthOf, page })
    )
  }

  /** @param {boolean} isOfTags */
  #begin(isOfTags) {
    this.clear()
    this.isReading = true
    this.isOfTags = isOfTags
    return ++this.#round
  }

  /**
   * @param {number} round @param {number} most  pages
   * @param {(runs: Run[], page: number, size: Size) => { fields: Omit<Unplaced, 'page'>[], unknown: number } | Promise<{ fields: Omit<Unplaced, 'page'>[], unknown: number }>} find
   */
  async #read(round, most, find) {
    const { pages } = this.surface
    const pdf = await this.#pdf
    const last = Math.min(pages.count, most)
    for (let page = 1; pdf && page <= last && this.#ghosts.size < MOST; page++) {
      const found = await runsOf(pdf, page)
        .then((runs) => find(runs, page, pages.sizeOf(page)))
        .catch(() => NOTHING) // the document itself says what does not come
      if (round !== this.#round) return
      const { fields, unknown } = found
      this.#unknown += unknown
      for (const field of this.#free(fields, page))
        this.#show(/** @type {Unplaced} */ ({ ...field, page }))
    }
    if (round !== this.#round) return
    this.isReading = false
    if (pdf) this.#tell()
    else this.bar.hidden = true
  }

  /** Null where it cannot be opened, which the document itself says. */
  get #pdf() {
    return this.surface.pages.pdf?.catch(() => null)
  }

  /** @template {Box} B @param {readonly B[]} places @param {number} page */
  #free(places, page) {
    const placed = this.surface.list.onPage(page)
    return places.filter((place) => !placed.some((field) => overlap(place, field)))
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

  /** Suggestions stay with their signers, or go with theirs. @param {import('./signer_numbers.js').RowChange} change */
  renumber(change) {
    for (const [ghost, field] of this.#ghosts) {
      const [now] = renumbered([field], change)
      if (now) this.#ghosts.set(ghost, now)
      else this.#drop(ghost)
      if (now) this.#call(ghost, now)
    }
    if (!this.bar.hidden) this.#tell()
  }

  clear() {
    this.#round++
    this.isReading = false
    for (const ghost of this.#ghosts.keys()) ghost.remove()
    this.#ghosts.clear()
    this.#unknown = 0
    this.bar.hidden = true
  }

  /** @param {[HTMLElement, Unplaced][]} taken */
  #take(taken) {
    const added = this.surface.add(taken.map(([, field]) => field))
    if (added.length === 0) return
    for (const [ghost] of taken) this.#drop(ghost)
    this.surface.selection.only(added.map(({ id }) => id))
    this.surface.commit(false)
    if (added[0]) this.surface.focus(added[0].id)
    this.#tell()
  }

  /** @param {HTMLElement} ghost */
  #drop(ghost) {
    ghost.remove()
    this.#ghosts.delete(ghost)
  }

  /** @param {Unplaced} field */
  #show(field) {
    const size = this.surface.pages.sizeOf(field.page)
    const ghost = document.createElement('button')
    ghost.type = 'button'
    ghost.className = 'ghost-field signer-tone'
    this.#call(ghost, field)
    Object.assign(ghost.style, {
      left: `${(field.x / size.width) * 100}%`,
      top: `${(field.y / size.height) * 100}%`,
      width: `${(field.width / size.width) * 100}%`,
      height: `${(field.height / size.height) * 100}%`,
    })
    this.#ghosts.set(ghost, field)
    this.surface.pages.page(field.page)?.append(ghost)
  }

  /** @param {HTMLElement} ghost @param {Unplaced} field */
  #call(ghost, field) {
    Object.assign(ghost.dataset, toneOf(field.signer))
    const name = this.surface.board.wordsOf(/** @type {any} */ (field))
    ghost.textContent = name
    ghost.setAttribute('aria-label', said.take(name))
  }

  #tell() {
    const count = this.#ghosts.size
    if (this.isOfTags && count + this.#unknown > 0) this.#say(this.#wordsOfTags)
    else if (count > 0) this.#say(said.found(count))
    else if (this.isOfTags || this.surface.list.all.length > 0) this.bar.hidden = true
    else this.#say(said.none)
  }

  get #wordsOfTags() {
    const count = this.#ghosts.size + this.#unknown
    const found = said.foundTags(count)
    return this.#unknown === 0 ? found : said.foundUnknown(found, this.#unknown)
  }

  /** @param {string} text */
  #say(text) {
    this.bar.hidden = false
    const output = this.bar.querySelector('output')
    if (output) output.textContent = text
    const all = /** @type {HTMLElement} */ (this.bar.querySelector('[data-hints=all]'))
    all.hidden = this.#ghosts.size === 0
    all.textContent = this.isOfTags ? said.placeAll : said.takeAll
  }
}
