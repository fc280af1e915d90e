import DropGesture from './drop_gesture.js'
import { toneOf } from './placed_field.js'

/** @typedef {import('./board_surface.js').BoardSurface} BoardSurface */
/** @typedef {import('./pointer_gestures.js').default} PointerGestures */
/** @typedef {{ type: string, width: number, height: number, words: string }} Kind */

const LONG_PRESS_MS = 350
const STILL_PX = 10

/** The kinds of fields that there are: one is chosen to be placed with a click, or carried onto a page. */
export default class Palette {
  #later = 0
  /** @type {Map<string, string> | null} */
  #words = null

  /** @param {HTMLElement} board @param {PointerGestures} gestures */
  constructor(board, gestures) {
    this.board = board
    this.gestures = gestures
    // a browser asks for this when the finger comes down: later it scrolls the kinds whatever is said
    board.querySelector('.board-types')?.addEventListener(
      'touchmove',
      (event) => {
        if (gestures.isBusy && event.cancelable) event.preventDefault()
      },
      { passive: false }
    )
  }

  /** With the box that it first gets, in points. @returns {Kind} */
  get chosen() {
    return kindOf(/** @type {HTMLInputElement} */ (this.board.querySelector('[data-type]:checked')))
  }

  /** @param {string} type */
  choose(type) {
    if (!this.#input(type)) this.openAll()
    const input = this.#input(type)
    if (input) input.checked = true
  }

  /** The kinds that are needed less often take room only once somebody asks for them. */
  openAll() {
    const first = this.#closed?.content.querySelector('input')
    this.#closed?.replaceWith(this.#closed.content)
    this.board.querySelector('[data-do=kinds]')?.remove()
    first?.focus()
  }

  /** @param {string} type */
  wordsFor(type) {
    this.#words ??= new Map(this.#kinds.map((kind) => [kind.type, kind.words]))
    return this.#words.get(type) ?? type
  }

  /**
   * A mouse and a pen take a kind up as soon as they move, a finger after a long press.
   *
   * @param {PointerEvent} event @param {BoardSurface} surface @param {number} signer
   * @param {(kind: Kind, place: { page: number, x: number, y: number }) => void} drop
   */
  pressed(event, surface, signer, drop) {
    const input = /** @type {Element} */ (event.target)
      .closest('label')
      ?.querySelector('[data-type]')
    if (!(input instanceof HTMLInputElement) || surface.pages.count === 0) return
    const kind = kindOf(input)
    const tone = toneOf(signer)
    const gesture = new DropGesture(surface.pages, { ...kind, tone }, (place) => drop(kind, place))
    if (event.pointerType !== 'touch') return this.gestures.follow(event, gesture)
    this.#afterLongPress(event, () => {
      this.gestures.follow(event, Object.assign(gesture, { threshold: 0 }))
      gesture.move(event)
    })
  }

  /** @param {PointerEvent} pressed @param {() => void} begin */
  #afterLongPress(pressed, begin) {
    clearTimeout(this.#later)
    const over = new AbortController()
    const { signal } = over
    const end = () => (clearTimeout(this.#later), over.abort())
    this.#later = window.setTimeout(() => {
      navigator.vibrate?.(10)
      begin()
    }, LONG_PRESS_MS)
    const moved = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const way = Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY)
      if (way > STILL_PX && !this.gestures.isBusy) end()
    }
    addEventListener('pointermove', moved, { signal })
    addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { signal })
  }

  /** Of all kinds, by their types. */
  get sizes() {
    return Object.fromEntries(this.#kinds.map((kind) => [kind.type, kind]))
  }

  get #kinds() {
    const parts = [this.board, ...(this.#closed ? [this.#closed.content] : [])]
    return parts
      .flatMap((part) => [...part.querySelectorAll('input[data-type]')])
      .map((input) => kindOf(/** @type {HTMLInputElement} */ (input)))
  }

  /** What holds the kinds that nobody has asked for yet. */
  get #closed() {
    return /** @type {HTMLTemplateElement | null} */ (
      this.board.querySelector('template[data-more-kinds]')
    )
  }

  /** @param {string} type */
  #input(type) {
    return /** @type {HTMLInputElement | null} */ (
      this.board.querySelector(`input[data-type="${type}"]`)
    )
  }
}

/** @param {HTMLInputElement} input @returns {Kind} */
function kindOf(input) {
  const { type = '', width, height } = input.dataset
  const words = input.closest('label')?.textContent?.trim() ?? type
  return { type, words, width: Number(width), height: Number(height) }
}
