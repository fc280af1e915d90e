const STILL_FRAMES = 3
const LONGEST_MS = 1_500

/** Whether somebody sees the middle of it: nothing lies over it, and it is in the window. @param {Element} place */
function isSeen(place) {
  const { left, top, width, height } = place.getBoundingClientRect()
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)
  return place.contains(seen)
}

/** @param {Element} place @param {boolean} [atOnce] */
export function scrollToPlace(place, atOnce = false) {
  const isCalm = atOnce || matchMedia('(prefers-reduced-motion: reduce)').matches
  place.scrollIntoView({
    ...{ block: 'center', inline: 'center' },
    behavior: isCalm ? 'instant' : 'smooth',
  })
}

/**
 * Scrolls to a place on a page, unless somebody sees it already, and waits until it stands still: what is asked about it next
 * covers the page.
 *
 * @param {Element | null} place  none for what has no place in the document
 * @returns {Promise<void>}
 */
export async function reachPlace(place) {
  if (!place || isSeen(place)) return
  scrollToPlace(place)
  const since = performance.now()
  let before = Number.NaN
  for (let still = 0; still < STILL_FRAMES && performance.now() - since < LONGEST_MS;) {
    await new Promise(requestAnimationFrame)
    const { top } = place.getBoundingClientRect()
    still = top === before ? still + 1 : 0
    before = top
  }
}
