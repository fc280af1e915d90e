import { LRUCache } from 'lru-cache'
import { fitsFrom } from '../type/fitted_text.js'

interface Box {
  width: number
  height: number
}

/** In points. */
export const MAX_TEXT_SIZE = 12
const SIDE_PADDING = 2
/** In points. On a screen it can be read when enlarged, and a field of the usual size takes 2,000 Latin characters of it, which is the most that is let in. */
const LEGIBLE = 1.5
const WORD = 'abcdefghij'
/** Of a character with its part of what is left empty at the ends of lines, generously, in points of type of that size. */
const WIDE = 2.2 * LEGIBLE
const LINE = 1.2 * LEGIBLE

/** In characters; they take a tenth of a second, or two where letters join. */
const MOST_AT_ONCE = 10_000
/** What is fixed in a template is measured for each row of a list. */
const measured = new LRUCache<string, boolean>({ max: 500 })

/** Where in a field's box text stands, in points. */
export function textRoom({ width, height }: Box): Box & { padding: number } {
  const padding = Math.min(SIDE_PADDING, width / 20)
  return { width: width - 2 * padding, height: height * 0.96, padding }
}

/**
 * Measures what strangers write, and no more of it at once than keeps nobody else waiting: what comes beyond is taken, and cut at the edge of
 * its field if need be.
 */
export class TextMeasure {
  #left = MOST_AT_ONCE

  /**
   * Whether a text can be read where it is printed into a field.
   *
   * @returns true as well for fields that are too small for any word: nothing else that is entered would do better
   */
  isLegible(text: string, box: Box): boolean {
    const room = textRoom(box)
    if (hasAmpleRoom(text, room)) return true
    this.#left -= text.length
    if (this.#left < 0) return true
    const key = `${box.width} ${box.height} ${text}`
    const known = measured.get(key) ?? fitsLegibly(text, room)
    measured.set(key, known)
    return known
  }
}

function fitsLegibly(text: string, room: Box): boolean {
  return fitsFrom(LEGIBLE, text, room, MAX_TEXT_SIZE) || !fitsFrom(LEGIBLE, WORD, room, LEGIBLE)
}

function hasAmpleRoom(text: string, { width, height }: Box): boolean {
  const lines = text.split('\n').length + Math.ceil((text.length * WIDE) / width)
  return lines * LINE <= height
}
