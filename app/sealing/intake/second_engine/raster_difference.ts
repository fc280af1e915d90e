import type { Rectangle } from '../../pdf/page_box.js'
import type { Raster } from './opened_page.js'

/** Around a place that may differ: what anti-aliasing and borders reach beyond it, in pixels. */
const MARGIN = 2

/**
 * How many pixels of two pictures of a page differ by more than `threshold`.
 *
 * @param places  in points of the page; what differs within them is left out of the count
 * @param scale  pixels a point
 * @returns infinitely many, when the pictures are not of one size
 */
export function differenceOutside(
  a: Raster,
  b: Raster,
  places: Rectangle[],
  scale: number,
  threshold: number
): number {
  if (a.width !== b.width || a.height !== b.height) return Infinity
  const boxes = places.map((place) => widened(inPixels(place, scale)))
  let count = 0
  for (let y = 0; y < a.height; y++) {
    const [one, other] = [rowOf(a, y), rowOf(b, y)]
    // one engine draws most rows the same twice
    if (one.equals(other)) continue
    for (let x = 0; x < a.width; x++) {
      if (Math.abs(one[x]! - other[x]!) <= threshold) continue
      if (!boxes.some((box) => isWithin(box, x, y))) count++
    }
  }
  return count
}

function rowOf({ gray, width }: Raster, y: number): Buffer {
  return Buffer.from(gray.buffer, gray.byteOffset + y * width, width)
}

function widened({ x, y, width, height }: Rectangle): Rectangle {
  const around = 2 * MARGIN
  return { x: x - MARGIN, y: y - MARGIN, width: width + around, height: height + around }
}

function isWithin(box: Rectangle, x: number, y: number): boolean {
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
}

/** How far the darkest pixel is from the lightest, of 255. */
export function contrastOf({ gray }: Raster): number {
  let [darkest, lightest] = [255, 0]
  for (const level of gray) {
    if (level < darkest) darkest = level
    if (level > lightest) lightest = level
  }
  return Math.max(0, lightest - darkest)
}

/** Whether any pixel of a place differs by more than `threshold`. */
export function differsWithin(
  a: Raster,
  b: Raster,
  place: Rectangle,
  scale: number,
  threshold: number
): boolean {
  const { x, y, width, height } = inPixels(place, scale)
  for (let row = Math.max(0, y); row < Math.min(a.height, y + height); row++) {
    for (let column = Math.max(0, x); column < Math.min(a.width, x + width); column++) {
      const at = row * a.width + column
      if (Math.abs(a.gray[at]! - b.gray[at]!) > threshold) return true
    }
  }
  return false
}

/** How much of a place, from 0 to 1, is darker than `level`. */
export function darkShareOf(
  { width, height, gray }: Raster,
  place: Rectangle,
  scale: number,
  level: number
): number {
  const box = inPixels(place, scale)
  let [dark, all] = [0, 0]
  for (let row = Math.max(0, box.y); row < Math.min(height, box.y + box.height); row++) {
    for (let column = Math.max(0, box.x); column < Math.min(width, box.x + box.width); column++) {
      all++
      if (gray[row * width + column]! < level) dark++
    }
  }
  return all === 0 ? 0 : dark / all
}

function inPixels({ x, y, width, height }: Rectangle, scale: number): Rectangle {
  const left = Math.floor(x * scale)
  const top = Math.floor(y * scale)
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) * scale) - left,
    height: Math.ceil((y + height) * scale) - top,
  }
}
