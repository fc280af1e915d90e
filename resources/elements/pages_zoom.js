/** What buttons and fingers may make of the size at which pages fill the window. */
export const LEAST = 0.5
export const MOST = 3

/** Pixels of the screen to a point of paper: ten points are read like the words around the page. */
const READABLE = 1.2

/** A point of the window. @typedef {{ x: number, y: number }} Point */

/** @param {HTMLElement} pages */
export function zoomOf(pages) {
  return Number(pages.style.getPropertyValue('--zoom')) || 1
}

/** The zoom at which text can be read without effort; 1 where it can without any. @param {HTMLElement} pages */
export function readableZoom(pages) {
  const page = pages.querySelector('pdf-page')
  if (!page?.clientWidth) return 1
  const fitting = page.clientWidth / zoomOf(pages) / Number(page.getAttribute('width'))
  return Math.min(MOST, Math.max(1, READABLE / fitting))
}

/**
 * Shows the pages larger or smaller. Fires `page-zoom:changed` on them.
 *
 * @param {HTMLElement} pages
 * @param {number} wanted
 * @param {Point} [at]  what lies there stays there
 */
export function zoomPages(pages, wanted, at) {
  const stay = at && anchor(pages, at)
  const zoom = Math.min(MOST, Math.max(LEAST, wanted))
  pages.style.setProperty('--zoom', String(zoom))
  // pages that are wider than their box are moved by the arrows as well
  if (zoom > 1 && !pages.hasAttribute('tabindex')) pages.tabIndex = 0
  stay?.()
  pages.dispatchEvent(new CustomEvent('page-zoom:changed', { bubbles: true }))
}

/** @param {HTMLElement} pages @param {Point} at @returns {(() => void) | undefined} scrolls what was there back to it */
function anchor(pages, { x, y }) {
  const page = document.elementsFromPoint(x, y).find(({ localName }) => localName === 'pdf-page')
  if (!page) return undefined
  const { left, top, width, height } = page.getBoundingClientRect()
  return () => {
    const box = page.getBoundingClientRect()
    pages.scrollLeft += box.left + ((x - left) / width) * box.width - x
    const down = box.top + ((y - top) / height) * box.height - y
    scrollBy({ top: down, behavior: 'instant' })
  }
}
