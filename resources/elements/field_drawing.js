const DRAWN_PX = 8

/**
 * Draws a box on a page with the mouse or a pen; a finger scrolls.
 *
 * @param {HTMLElement} box  around the pages
 * @returns what ends it
 * @param {(page: HTMLElement, drawn: { x: number, y: number, width: number, height: number }) => void} draw  in points
 */
export function drawBoxes(box, draw) {
  /** @type {{ page: HTMLElement, at: PointerEvent, ghost: HTMLElement } | null} */
  let drawing = null
  const begin = (/** @type {PointerEvent} */ event) => {
    const target = /** @type {Element} */ (event.target)
    const page = target.closest('pdf-page')
    if (!(page instanceof HTMLElement) || event.pointerType === 'touch' || event.button !== 0)
      return
    if (target.closest('placed-field')) return
    const ghost = document.createElement('div')
    ghost.className = 'drawn-field'
    drawing = { page, at: event, ghost }
  }
  const follow = (/** @type {PointerEvent} */ event) => {
    if (!drawing || !isDrawn(drawing.at, event)) return
    const { page, at, ghost } = drawing
    if (!ghost.isConnected) page.append(ghost)
    const { x, y, width, height } = between(page, at, event)
    const scale = scaleOf(page)
    Object.assign(ghost.style, {
      left: `${x * scale}px`,
      top: `${y * scale}px`,
      width: `${width * scale}px`,
      height: `${height * scale}px`,
    })
    event.preventDefault()
  }
  const end = (/** @type {PointerEvent} */ event) => {
    if (!drawing) return
    const { page, at, ghost } = drawing
    drawing = null
    ghost.remove()
    if (event.type === 'pointercancel' || !isDrawn(at, event)) return
    // the click that follows would place another one
    addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', stop, { capture: true }))
    draw(page, between(page, at, event))
  }
  box.addEventListener('pointerdown', begin)
  addEventListener('pointermove', follow)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
  return () => {
    box.removeEventListener('pointerdown', begin)
    removeEventListener('pointermove', follow)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
  }
}

/** @param {Event} event */
function stop(event) {
  event.stopPropagation()
}

/** @param {PointerEvent} from @param {PointerEvent} to */
function isDrawn(from, to) {
  const way = Math.min(Math.abs(to.clientX - from.clientX), Math.abs(to.clientY - from.clientY))
  return way >= DRAWN_PX
}

/** @param {HTMLElement} page */
function scaleOf(page) {
  return page.clientWidth / Number(page.getAttribute('width'))
}

/** The box between two places, within the page. @param {HTMLElement} page @param {PointerEvent} from @param {PointerEvent} to */
function between(page, from, to) {
  const { left, top, width, height } = page.getBoundingClientRect()
  const scale = scaleOf(page)
  const within = (/** @type {number} */ at, /** @type {number} */ most) =>
    Math.min(Math.max(at, 0), most) / scale
  const xs = [from, to].map(({ clientX }) => within(clientX - left, width)).sort((a, b) => a - b)
  const ys = [from, to].map(({ clientY }) => within(clientY - top, height)).sort((a, b) => a - b)
  return { x: xs[0], y: ys[0], width: xs[1] - xs[0], height: ys[1] - ys[0] }
}
