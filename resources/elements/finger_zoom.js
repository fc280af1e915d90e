import { readableZoom, zoomOf, zoomPages } from './pages_zoom.js'

/** @typedef {import('./pages_zoom.js').Point} Point */

const TAP_MS = 300
const TAP_PX = 12
const BETWEEN_TAPS_PX = 40
/** Of a double tap on a screen where pages are readable as they are. */
const CLOSER = 2

/**
 * `<finger-zoom for>`: two fingers make the pages of a document larger and smaller, and they are drawn anew, so that they stay sharp; two taps
 * go close and back. Everywhere else on the page, and where the browser is zoomed already, fingers move the browser's own zoom.
 */
class FingerZoom extends HTMLElement {
  /** @type {{ apart: number, zoom: number } | null} */
  #pinch = null
  /** @type {(Point & { at: number }) | null} */
  #touch = null
  /** @type {(Point & { at: number }) | null} */
  #tap = null
  #frame = 0

  connectedCallback() {
    const pages = this.#pages
    if (!pages) return
    pages.style.touchAction = 'manipulation' // two taps are ours, all else is the browser's until two fingers are down
    pages.addEventListener('touchstart', this, { passive: false })
    pages.addEventListener('touchmove', this, { passive: true })
    pages.addEventListener('touchend', this)
    pages.addEventListener('touchcancel', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    const touch = /** @type {TouchEvent} */ (event)
    if (touch.type === 'touchstart') this.#begin(touch)
    else if (touch.type === 'touchmove') this.#move(touch)
    else this.#end(touch)
  }

  /** @param {TouchEvent} event */
  #begin(event) {
    const { touches, timeStamp, cancelable } = event
    this.#touch = touches.length === 1 ? { ...pointOf(touches[0]), at: timeStamp } : null
    this.#pinch = null
    const isBrowsers = (visualViewport?.scale ?? 1) > 1.01
    if (touches.length !== 2 || isBrowsers || !cancelable || !this.#pages) return
    event.preventDefault()
    this.#tap = null
    this.#pinch = { apart: apart(touches), zoom: zoomOf(this.#pages) }
  }

  /** @param {TouchEvent} event */
  #move({ touches }) {
    if (this.#touch && distance(this.#touch, pointOf(touches[0])) > TAP_PX) this.#touch = null
    if (!this.#pinch || touches.length !== 2) return
    const { apart: before, zoom } = this.#pinch
    const wanted = (zoom * apart(touches)) / before
    const middle = middleOf(touches)
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => this.#pages && zoomPages(this.#pages, wanted, middle))
  }

  /** @param {TouchEvent} event */
  #end(event) {
    if (event.touches.length < 2) this.#pinch = null
    const touch = this.#touch
    this.#touch = null
    const isTap = event.type === 'touchend' && touch && event.timeStamp - touch.at < TAP_MS
    const isOnField = /** @type {Element} */ (event.target).closest('.pdf-field, a, button')
    if (!isTap || isOnField) return
    const before = this.#tap
    this.#tap = { x: touch.x, y: touch.y, at: event.timeStamp }
    const isSecond =
      before && event.timeStamp - before.at < TAP_MS && distance(before, touch) < BETWEEN_TAPS_PX
    if (!isSecond || !this.#pages) return
    this.#tap = null
    if (event.cancelable) event.preventDefault()
    const closer = Math.max(readableZoom(this.#pages), CLOSER)
    zoomPages(this.#pages, zoomOf(this.#pages) > 1 ? 1 : closer, touch)
  }

  get #pages() {
    return document.getElementById(this.getAttribute('for') ?? '')
  }
}

/** @param {Touch} touch @returns {Point} */
function pointOf({ clientX, clientY }) {
  return { x: clientX, y: clientY }
}

/** @param {Point} one @param {Point} other */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

/** @param {TouchList} touches */
function apart(touches) {
  return Math.max(1, distance(pointOf(touches[0]), pointOf(touches[1])))
}

/** @param {TouchList} touches @returns {Point} */
function middleOf(touches) {
  const [one, other] = [pointOf(touches[0]), pointOf(touches[1])]
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

customElements.define('finger-zoom', FingerZoom)
