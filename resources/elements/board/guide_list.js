import { bySigner, movedInGuide } from './guide_order.js'
import { toneOf } from './placed_field.js'
import words from '../dashboard_words.js'

/** @typedef {import('./board_surface.js').BoardSurface} BoardSurface */
/** @typedef {import('./field_list.js').Placed} Placed */

const { fieldBoard: board } = words

/** The fields of each signer in the order of the guide, in a dialog; each can be moved up and down. */
export default class GuideList {
  /** @param {HTMLDialogElement} dialog @param {BoardSurface} surface @param {() => string[]} names  of the signers */
  constructor(dialog, surface, names) {
    this.dialog = dialog
    this.surface = surface
    this.names = names
  }

  open() {
    this.#show()
    this.dialog.showModal()
  }

  /** @param {Element} target @returns {string} what is said about it */
  pressed(target) {
    const button = target.closest('[data-guide]')
    if (!(button instanceof HTMLElement)) return ''
    const { id, guide } = button.dataset
    const { list } = this.surface
    if (guide === 'go') {
      this.dialog.close()
      this.surface.selection.only([Number(id)])
      this.surface.focus(Number(id))
      return ''
    }
    const step = guide === 'up' ? -1 : 1
    this.surface.commit(list.arrange(movedInGuide(list.all, Number(id), step)))
    this.#show()
    const again = `[data-id="${id}"][data-guide=${guide}]:not(:disabled)`
    const other = `[data-id="${id}"]:not(:disabled)`
    const find = (/** @type {string} */ selector) => this.dialog.querySelector(selector)
    const next = /** @type {HTMLElement | null} */ (find(again) ?? find(other))
    next?.focus()
    return step < 0 ? board.movedUp : board.movedDown
  }

  /** Shows it anew, where it is open. */
  refresh() {
    if (this.dialog.open) this.#show()
  }

  #show() {
    const lanes = [...bySigner(this.surface.list.all)].sort(([a], [b]) => a - b)
    const body = /** @type {HTMLElement} */ (this.dialog.querySelector('[data-guide-list]'))
    body.replaceChildren(...lanes.flatMap(([signer, fields]) => this.#lane(signer, fields)))
    const empty = /** @type {HTMLElement} */ (this.dialog.querySelector('[data-guide-empty]'))
    empty.hidden = lanes.length > 0
  }

  /** @param {number} signer @param {Placed[]} fields */
  #lane(signer, fields) {
    const title = document.createElement('h3')
    title.className = 'guide-lane signer-tone'
    Object.assign(title.dataset, toneOf(signer))
    const swatch = document.createElement('span')
    swatch.className = 'legend-swatch'
    const name = document.createElement('bdi')
    name.textContent = this.names()[signer] ?? ''
    title.append(swatch, name)
    const list = document.createElement('ol')
    list.className = 'guide-fields'
    list.append(...fields.map((field, at) => this.#entry(field, at, fields.length)))
    return [title, list]
  }

  /** @param {Placed} field @param {number} at @param {number} count */
  #entry(field, at, count) {
    const said = board.onPage(this.surface.board.wordsOf(field), field.page)
    const item = document.createElement('li')
    const go = arrow('go', field, said, '')
    go.className = 'guide-field'
    const up = arrow('up', field, '↑', board.moveUp(said))
    up.disabled = at === 0
    const down = arrow('down', field, '↓', board.moveDown(said))
    down.disabled = at === count - 1
    item.append(go, up, down)
    return item
  }
}

/** @param {string} name @param {Placed} field @param {string} text @param {string} label */
function arrow(name, { id }, text, label) {
  const one = document.createElement('button')
  one.type = 'button'
  one.className = 'button'
  one.dataset.guide = name
  one.dataset.id = String(id)
  one.dataset.kind = 'quiet'
  one.dataset.size = 'small'
  if (label) one.dataset.shape = 'icon'
  one.textContent = text
  if (label) one.setAttribute('aria-label', label)
  return one
}
