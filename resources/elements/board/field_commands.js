import { ALIGNMENTS, distributed, pagesNamed, wayForAll } from './arrangement.js'
import { sortedAsOneReads } from './guide_order.js'
import { renumbered } from './signer_numbers.js'
import words from '../dashboard_words.js'

/** @typedef {import('./field_list.js').Placed} Placed */
/** @typedef {import('./board_surface.js').BoardSurface} BoardSurface */
/** @typedef {{ name: string, dx?: number, dy?: number, pages?: string, step?: number }} FieldAction */

const BESIDE_PT = 12

const { fields: counted } = words.fieldBoard
const said = words.fieldCommands

/** What keys and buttons do to the fields that are selected; each answers with what is said about it. */
export default class FieldCommands {
  /** @type {Placed[]} */
  #copied = []

  /** @param {BoardSurface} surface */
  constructor(surface) {
    this.surface = surface
  }

  /** @param {FieldAction} action @returns {string} */
  run(action) {
    const fields = this.surface.chosen
    const { name } = action
    if (name in ALIGNMENTS) return this.#align(fields, name)
    if (name === 'across' || name === 'down') return this.#distribute(fields, name)
    if (name in this.#commands) return this.#commands[name](fields, action) ?? ''
    return ''
  }

  /** What was copied stays with its signers, or goes with theirs. @param {import('./signer_numbers.js').RowChange} change */
  renumber(change) {
    this.#copied = renumbered(this.#copied, change)
  }

  /** @type {Record<string, (fields: Placed[], action: FieldAction) => string | void>} */
  #commands = {
    undo: () => this.#back(this.surface.list.undo(), said.undone),
    redo: () => this.#back(this.surface.list.redo(), said.redone),
    move: (fields, action) => this.#move(fields, action),
    resize: (fields, { dx = 0, dy = 0 }) => this.#resize(fields, dx, dy),
    turn: (fields, { step = 1 }) => this.#turn(fields, step),
    remove: (fields) => this.#remove(fields),
    copy: (fields) => this.#copy(fields),
    cut: (fields) => (this.#copy(fields), this.#remove(fields)),
    paste: () => this.#paste(this.#copied, this.surface.pages.inView),
    duplicate: (fields) => this.#paste(fields, null),
    everywhere: (fields) => this.#copyTo(fields, 'all'),
    spread: (fields, { pages = '' }) => this.#copyTo(fields, pages),
    size: (fields) => this.#sameSize(fields),
    all: () => this.#select(this.surface.list.all),
    none: () => this.#select([]),
    read: () => this.#sort(),
  }

  /** @param {Placed[]} fields @param {FieldAction} action */
  #move(fields, { dx = 0, dy = 0 }) {
    const way = wayForAll(fields, dx, dy, (page) => this.surface.pages.sizeOf(page))
    this.surface.change(fields, ({ x, y }) => ({ x: x + way.dx, y: y + way.dy }), 'move')
    const [field] = this.surface.chosen
    if (!field) return ''
    this.surface.pages.reveal(field)
    return said.place(Math.round(field.x), Math.round(field.y))
  }

  /** @param {Placed[]} fields @param {number} dx @param {number} dy */
  #resize(fields, dx, dy) {
    const larger = (/** @type {Placed} */ { width, height }) => ({
      width: width + dx,
      height: height + dy,
    })
    this.surface.change(fields, larger, 'resize')
    const [field] = this.surface.chosen
    return field ? said.size(Math.round(field.width), Math.round(field.height)) : ''
  }

  /** To the page before or after. @param {Placed[]} fields @param {number} step */
  #turn(fields, step) {
    const { count } = this.surface.pages
    const isThere = fields.every(({ page }) => page + step >= 1 && page + step <= count)
    if (!isThere || fields.length === 0) return ''
    this.surface.change(fields, ({ page }) => ({ page: page + step }))
    this.surface.focus(fields[0].id)
    return said.turned(fields[0].page + step)
  }

  /** The focus goes to the field before, so that keys go on. @param {Placed[]} fields */
  #remove(fields) {
    if (fields.length === 0) return ''
    const { all } = this.surface.list
    const gone = new Set(fields)
    const before = all.slice(0, all.indexOf(fields[0])).findLast((field) => !gone.has(field))
    this.surface.list.remove(fields.map(({ id }) => id))
    this.surface.selection.only(before ? [before.id] : [])
    this.surface.commit()
    this.surface.focus(before?.id ?? 0)
    return said.removed(counted(fields.length))
  }

  /** @param {Placed[]} fields */
  #copy(fields) {
    if (fields.length > 0) this.#copied = fields
    return fields.length > 0 ? said.copied(counted(fields.length)) : ''
  }

  /** @param {Placed[]} copied @param {number | null} page  null is that of each */
  #paste(copied, page) {
    const added = this.surface.add(
      copied.map((field) => {
        const beside = page === null || page === field.page ? BESIDE_PT : 0
        const place = { x: field.x + beside, y: field.y + beside }
        return { ...withoutId(field), ...place, page: page ?? field.page }
      })
    )
    if (added.length === 0) return ''
    this.#select(added)
    this.surface.focus(added[0].id)
    return said.added(counted(added.length))
  }

  /** Where there is the same one already, none is added. @param {Placed[]} fields @param {string} pages */
  #copyTo(fields, pages) {
    const numbers = pagesNamed(pages, this.surface.pages.count)
    if (!numbers) return said.namePages
    const copies = fields.flatMap((field) =>
      numbers
        .filter((page) => !this.surface.list.onPage(page).some((one) => isAlike(one, field)))
        .map((page) => ({ ...withoutId(field), page }))
    )
    return said.added(counted(this.surface.add(copies).length))
  }

  /** @param {Placed[]} fields @param {string} name */
  #align(fields, name) {
    this.surface.change(fields, (field) => ALIGNMENTS[name](field, fields[0]))
    return said.aligned(counted(fields.length))
  }

  /** @param {Placed[]} fields @param {'across' | 'down'} way */
  #distribute(fields, way) {
    const places = distributed(fields, way)
    const start = way === 'across' ? 'x' : 'y'
    this.surface.change(fields, (field) => ({ [start]: places.get(field.id) ?? field[start] }))
    return places.size > 0 ? said.distributed(counted(places.size)) : said.selectThree
  }

  /** @param {Placed[]} fields */
  #sameSize([first, ...others]) {
    if (!first) return ''
    const { width, height } = first
    this.surface.change(others, () => ({ width, height }))
    return said.sized(counted(others.length + 1))
  }

  /** @param {readonly Placed[]} fields */
  #select(fields) {
    this.surface.selection.only(fields.map(({ id }) => id))
    this.surface.commit(false)
    return fields.length > 0 ? said.selected(counted(fields.length)) : said.noneSelected
  }

  #sort() {
    const { list } = this.surface
    this.surface.commit(list.arrange(sortedAsOneReads(list.all)))
    return said.sorted
  }

  /** @param {boolean} isDifferent @param {(fields: string) => string} say */
  #back(isDifferent, say) {
    if (!isDifferent) return said.nothingToUndo
    const isOnField = document.activeElement?.closest('placed-field')
    this.surface.commit()
    if (isOnField && !isOnField.isConnected) this.surface.pages.box.focus({ preventScroll: true })
    return say(counted(this.surface.list.all.length))
  }
}

/** @param {Placed} field @returns {import('./field_list.js').Unplaced} */
function withoutId({ id: _, ...field }) {
  return field
}

/** @param {Placed} one @param {Placed} other */
function isAlike(one, other) {
  const names = ['type', 'signer', 'x', 'y', 'width', 'height']
  return names.every((name) => one[name] === other[name])
}
