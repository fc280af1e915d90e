import { decimals } from './decimal.js'
import type { Rectangle } from './page_box.js'

/** How far the control points of a quarter circle lie from its ends. */
const KAPPA = 0.5523

/** The outline of a rectangle with round corners, as path construction operators (ISO 32000-2, 8.5.2). */
export function roundedPath({ x, y, width, height }: Rectangle, radius: number): string {
  const right = x + width
  const top = y + height
  const near = radius * (1 - KAPPA)
  return [
    `${decimals(x + radius, y)} m ${decimals(right - radius, y)} l`,
    `${decimals(right - near, y, right, y + near, right, y + radius)} c`,
    `${decimals(right, top - radius)} l`,
    `${decimals(right, top - near, right - near, top, right - radius, top)} c`,
    `${decimals(x + radius, top)} l`,
    `${decimals(x + near, top, x, top - near, x, top - radius)} c`,
    `${decimals(x, y + radius)} l`,
    `${decimals(x, y + near, x + near, y, x + radius, y)} c`,
  ].join(' ')
}
