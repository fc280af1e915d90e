const EDGE_PX = 48
const FASTEST_PX = 18

/**
 * What one pointer does from press to release. It begins once the pointer has gone some way; `move` is called once a frame,
 * also while the box scrolls because the pointer is near its edge.
 *
 * @typedef {{ begin?(): void, move(event: PointerEvent): void, end(event: PointerEvent): void, cancel(): void, threshold?: number }} Gesture
 */

const TYPES = ['pointermove', 'pointerup', 'pointercancel', 'keydown', 'selectstart']
/** A finger that drags does not scroll. */
const STILL = /** @type {const} */ ({ passive: false })

/** Follows one pointer at a time, in and outside of the box. */
export default class PointerGestures {
  /** @type {Gesture | null} */
  #gesture = null
  /** @type {PointerEvent | null} */
  #pressed = null
  /** @type {PointerEvent | null} */
  #last = null
  #hasBegun = false
  #frame = 0
  /** What begins near the edge is not meant to scroll. */
  #mayScroll = false

  /** @param {HTMLElement} box  which scrolls under a pointer that is near its edge */
  constructor(box) {
    this.box = box
  }

  get isBusy() {
    return this.#hasBegun
  }

  /** @param {PointerEvent} event @param {Gesture} gesture */
  follow(event, gesture) {
    this.stop()
    this.#gesture = gesture
    this.#pressed = event
    this.#mayScroll = false
    for (const type of TYPES) addEventListener(type, this, true)
    addEventListener('touchmove', this, STILL)
    if (gesture.threshold === 0) this.#begin(event)
  }

  stop() {
    if (this.#hasBegun) this.#gesture?.cancel()
    this.#finish()
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === 'touchmove' || event.type === 'selectstart') {
      if (this.#hasBegun && event.cancelable) event.preventDefault()
      return
    }
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Escape' || !this.#hasBegun) return
      event.preventDefault()
      event.stopPropagation()
      return this.stop()
    }
    if (!(event instanceof PointerEvent) || event.pointerId !== this.#pressed?.pointerId) return
    if (event.type === 'pointermove') this.#moved(event)
    else if (event.type === 'pointerup') this.#released(event)
    else this.stop()
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    if (!this.#hasBegun && !this.#isFar(event)) return
    this.#begin(event)
    event.preventDefault()
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    this.#last = event
    if (!this.#hasBegun) {
      this.#hasBegun = true
      this.#gesture?.begin?.()
    }
    this.#frame ||= requestAnimationFrame(() => this.#draw())
  }

  #draw() {
    this.#frame = 0
    if (!this.#last || !this.#gesture) return
    const speed = this.#scrollSpeed(this.#last)
    if (speed !== 0) {
      this.box.scrollTop += speed
      this.#frame = requestAnimationFrame(() => this.#draw())
    }
    this.#gesture.move(this.#last)
  }

  /** @param {PointerEvent} event */
  #released(event) {
    const gesture = this.#gesture
    if (!this.#hasBegun) return this.#finish()
    gesture?.move(event)
    this.#finish()
    dropNextClick()
    gesture?.end(event)
  }

  #finish() {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#gesture = this.#pressed = this.#last = null
    this.#hasBegun = false
    for (const type of TYPES) removeEventListener(type, this, true)
    removeEventListener('touchmove', this)
  }

  /** @param {PointerEvent} event */
  #isFar({ clientX, clientY, pointerType }) {
    const way = Math.hypot(
      clientX - (this.#pressed?.clientX ?? 0),
      clientY - (this.#pressed?.clientY ?? 0)
    )
    return way >= (this.#gesture?.threshold ?? (pointerType === 'touch' ? 8 : 4))
  }

  /** @param {PointerEvent} event */
  #scrollSpeed({ clientX, clientY }) {
    const { left, right, top, bottom } = this.box.getBoundingClientRect()
    if (clientX < left || clientX > right) return 0
    const above = EDGE_PX - (clientY - top)
    const below = EDGE_PX - (bottom - clientY)
    const near = Math.max(above, below)
    if (near <= 0) this.#mayScroll = true
    if (near <= 0 || !this.#mayScroll) return 0
    return Math.sign(below - above) * Math.min(near / EDGE_PX, 1) * FASTEST_PX
  }
}

/** The click that follows a drag means nothing. */
function dropNextClick() {
  const stop = (/** @type {Event} */ event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }))
}
