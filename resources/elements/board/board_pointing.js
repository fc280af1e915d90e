import BoxGesture from './box_gesture.js'
import words from '../dashboard_words.js'
import MoveGesture from './move_gesture.js'
import ResizeGesture from './resize_gesture.js'

/** @typedef {import('./field_list.js').Placed} Placed */
/** @typedef {import('./board_parts.js').default} BoardParts */
/** @typedef {import('./board_parts.js').Board} Board */

const SMALLEST_DRAWN_PX = 8

/** What a press and a click mean, by what is under the pointer and by which pointer it is. */
export default class BoardPointing {
  /** @param {Board} board @param {BoardParts} parts */
  constructor(board, parts) {
    this.board = board
    this.parts = parts
    this.surface = parts.surface
  }

  /** @param {PointerEvent} event @param {HTMLElement} target */
  pressed(event, target) {
    const { gestures, palette } = this.parts
    const surface = this.surface
    this.board.isWithShift = event.shiftKey
    if (event.button !== 0 || target.closest('.placed-field-remove')) return
    if (target.closest('.board-type')) {
      const drop = this.board.dropped.bind(this.board)
      return palette.pressed(event, surface, this.board.signer, drop)
    }
    if (!surface.pages.box.contains(target) || target === surface.pages.box.parentElement) return
    const field = this.surface.fieldAt(target)
    if (field) return this.#pressedField(event, field, target)
    if (event.pointerType === 'touch' || isOnScrollbar(event, surface.pages.box)) return
    const page = Number(target.closest('pdf-page')?.getAttribute('number'))
    if (target.closest('.ghost-field')) return
    if (!page || event.shiftKey || this.board.isSelecting)
      gestures.follow(event, this.#marquee(event))
    else gestures.follow(event, this.#drawing(event, page))
  }

  /** A finger first selects a field, and then moves it: until then it scrolls. @param {PointerEvent} event @param {Placed} pressed @param {HTMLElement} target */
  #pressedField(event, pressed, target) {
    const { gestures } = this.parts
    const { list, selection } = this.surface
    const isTouch = event.pointerType === 'touch'
    const { edge } = target.dataset
    if (edge || !isTouch || selection.has(pressed.id)) this.board.takeTyped()
    // what was typed has put another in its place
    const field = list.get(pressed.id) ?? pressed
    if (edge) {
      selection.only([field.id])
      this.board.refresh()
      return gestures.follow(event, new ResizeGesture(this.surface, field, edge, event))
    }
    if (isTouch && !selection.has(field.id)) return
    if (event.shiftKey) selection.toggle(field.id)
    else if (!selection.has(field.id)) selection.only([field.id])
    this.board.refresh()
    const along = selection.has(field.id) ? this.surface.chosen : [field]
    gestures.follow(event, new MoveGesture(this.surface, field, along, event))
  }

  /** @param {PointerEvent} event @param {number} page */
  #drawing(event, page) {
    const surface = this.surface
    return new BoxGesture(surface.pages, event, {
      name: 'drawn-field',
      onPage: page,
      drawn: (box) => {
        if (Math.min(box.width, box.height) < SMALLEST_DRAWN_PX) return
        const added = surface.add([{ ...this.board.newField(page), ...surface.boxOn(page, box) }])
        this.board.select(added)
      },
    })
  }

  /** @param {PointerEvent} event */
  #marquee(event) {
    const surface = this.surface
    const before = event.shiftKey ? surface.selection.list : []
    const select = (/** @type {DOMRect} */ box) => {
      surface.selection.only([...before, ...surface.touched(box)])
      surface.show()
    }
    return new BoxGesture(surface.pages, event, {
      name: 'board-marquee',
      onPage: null,
      drawing: select,
      drawn: (box) => {
        select(box)
        this.board.refresh()
        this.board.say(
          words.fieldCommands.selected(words.fieldBoard.fields(surface.selection.ids.size))
        )
        const [first] = surface.selection.ids
        if (first !== undefined) surface.layer.element(first)?.focus()
      },
    })
  }

  /** @param {MouseEvent} event @param {Placed} field @param {HTMLElement} target */
  clickField(event, field, target) {
    const { selection } = this.surface
    if (target.closest('.placed-field-remove')) {
      selection.only([field.id])
      return this.board.run({ name: 'remove' })
    }
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === 'touch'
    if (event.shiftKey || target.dataset.edge) return // the press has chosen
    if (isTouch && this.board.isSelecting) selection.toggle(field.id)
    else selection.only([field.id])
    this.board.refresh()
  }

  /** @param {MouseEvent} event @param {number} page */
  clickPage(event, page) {
    const { selection, pages } = this.surface
    const isSeveral = selection.ids.size > 1
    selection.only([])
    if (this.board.isSelecting || isSeveral || event.shiftKey) return this.board.refresh()
    this.board.placeAt(pages.pointAt(event, page))
    this.board.refresh()
  }
}

/** @param {PointerEvent} event @param {HTMLElement} box */
function isOnScrollbar({ clientX, clientY }, box) {
  const { left, top } = box.getBoundingClientRect()
  return clientX - left > box.clientWidth || clientY - top > box.clientHeight
}
