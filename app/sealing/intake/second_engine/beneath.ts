import type { Rectangle } from '../../pdf/page_box.js'
import type { OpenedPage, Raster } from './opened_page.js'

/** Pixels a point: a letter of six points is twelve high. */
const SCALE = 2
const MAX_SIDE = 1600
/** Of 255: more than the grain of a scanned page. */
export const INK = 64

/**
 * What fields lie upon, as far as it is on the page: what a stranger calls their place may be of any size.
 *
 * @param place  in points, from the top left corner of the page as it is seen
 * @returns null for beside the page
 */
export function beneath(page: OpenedPage, { x, y, width, height }: Rectangle): Raster | null {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const across = Math.min(x + width, page.width) - left
  const down = Math.min(y + height, page.height) - top
  if (across <= 0 || down <= 0) return null
  const scale = Math.min(SCALE, MAX_SIDE / Math.max(across, down))
  return page.closeUp({ x: left, y: top, width: across, height: down }, scale, false)
}
