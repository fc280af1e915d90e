import words from '../dashboard_words.js'
import BoardPointing from './board_pointing.js'
import { BoardSurface } from './board_surface.js'
import FieldCommands from './field_commands.js'
import FieldInspector from './field_inspector.js'
import GuideList from './guide_list.js'
import Palette from './palette.js'
import PointerGestures from './pointer_gestures.js'
import SignerLegend from './signer_legend.js'
import Suggestions from './suggestions.js'

/** @typedef {HTMLElement & Record<string, any>} Board */

/** What a board is made of. */
export default class BoardParts {
  /** @param {Board} board */
  constructor(board) {
    const find = (/** @type {string} */ selector) =>
      /** @type {any} */ (board.querySelector(selector))
    this.surface = new BoardSurface(find('.board-frame'), /** @type {any} */ (board))
    this.gestures = new PointerGestures(this.surface.pages.box)
    this.commands = new FieldCommands(this.surface)
    this.palette = new Palette(board, this.gestures)
    this.suggestions = new Suggestions(find('.board-hints'), this.surface)
    this.legend = new SignerLegend(find('.board-legend'), find('[data-signer]'))
    this.inspector = new FieldInspector(
      () => board.closest('form')?.querySelector('.board-selection') ?? null
    )
    this.guide = new GuideList(find('.board-order'), this.surface, () => namesIn(board))
    this.pointing = new BoardPointing(board, this)
  }
}

/** Of the signers: the form has rows of them, or the board itself was told. @param {HTMLElement} board @returns {string[]} */
export function namesIn(board) {
  const { names } = board.dataset
  if (names) return JSON.parse(names)
  const rows = board.closest('form')?.querySelectorAll('[data-rows] > .signer-row') ?? []
  return [...rows].map((row, at) => nameIn(row) || words.fieldBoard.signer(at + 1))
}

/** @param {Element} row */
function nameIn(row) {
  const input = row.querySelector('input[name$="[name]"]')
  return input instanceof HTMLInputElement ? input.value.trim() : ''
}
