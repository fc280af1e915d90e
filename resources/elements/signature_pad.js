import Pad from '../npm/signature_pad/dist/signature_pad.min.js'

const MARGIN = 6
/** The longer side of what counts as a signature, in pixels: less is a dot, or a slip of the finger. */
const MIN_EXTENT = 10
/** How hard a hand presses that says nothing of it. */
const EVEN = 0.5

/** `<signature-pad>`: a sheet to sign on with finger, pen or mouse. Fires `change`. */
export default class SignaturePad extends HTMLElement {
  /** @type {any} */
  #pad
  #size = new ResizeObserver(() => this.#fit())

  connectedCallback() {
    const canvas = this.querySelector('canvas')
    if (!canvas || this.#pad) return
    this.#pad = new Pad(canvas, { penColor: '#14204a', minWidth: 0.9, maxWidth: 2.8 })
    this.#pad.addEventListener('endStroke', () => this.#changed())
    this.#size.observe(canvas)
  }

  disconnectedCallback() {
    this.#size.disconnect()
  }

  clear() {
    this.#pad?.clear()
    this.#changed()
  }

  /** @returns {import('./signature_image.js').DrawnSignature | null} the strokes without the empty sheet around them */
  get signature() {
    /** @type {{x: number, y: number, pressure: number}[][]} */
    const strokes = this.#pad?.toData().map((/** @type {any} */ group) => group.points) ?? []
    const points = strokes.flat()
    if (points.length === 0) return null

    const left = Math.min(...points.map(({ x }) => x)) - MARGIN
    const top = Math.min(...points.map(({ y }) => y)) - MARGIN
    const right = Math.max(...points.map(({ x }) => x)) + MARGIN
    const bottom = Math.max(...points.map(({ y }) => y)) + MARGIN
    if (Math.max(right - left, bottom - top) - 2 * MARGIN < MIN_EXTENT) return null
    // fingers and mice press all alike, or not at all; where a pen leaves the sheet it presses no more
    const isPen = new Set(points.flatMap(({ pressure }) => pressure || [])).size > 1
    return {
      kind: 'drawn',
      strokes: strokes.map((stroke) =>
        stroke.map(({ x, y, pressure }, at) => ({
          ...{ x: tenth(x - left), y: tenth(y - top) },
          ...(isPen && { p: hundredth(pressure || stroke[at - 1]?.pressure || EVEN) }),
        }))
      ),
      width: tenth(right - left),
      height: tenth(bottom - top),
    }
  }

  /** A canvas has pixels of its own: as many as the screen has, and the strokes drawn again. */
  #fit() {
    const canvas = this.querySelector('canvas')
    if (!canvas || canvas.offsetWidth === 0) return
    const ratio = Math.max(1, devicePixelRatio)
    const strokes = this.#pad.toData()
    canvas.width = canvas.offsetWidth * ratio
    canvas.height = canvas.offsetHeight * ratio
    canvas.getContext('2d')?.scale(ratio, ratio)
    this.#pad.clear()
    this.#pad.fromData(strokes)
  }

  #changed() {
    this.toggleAttribute('data-signed', this.signature !== null)
    this.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

const tenth = (/** @type {number} */ value) => Math.round(value * 10) / 10
const hundredth = (/** @type {number} */ value) => Math.round(Math.min(1, value) * 100) / 100

customElements.define('signature-pad', SignaturePad)
