import { fitsAt } from '../type/fitted_text.js'

interface Box {
  width: number
  height: number
}

const SIDE_PADDING = 2
/** In points. On a screen it can be read when enlarged, and a field of the usual size takes 2,000 characters of it, which is the most that is let in. */
const LEGIBLE = 1.5
const WORD = 'abcdefghij'

/** Where in a field's box text stands, in points. */
export function textRoom({ width, height }: Box): Box & { padding: number } {
  const padding = Math.min(SIDE_PADDING, width / 20)
  return { width: width - 2 * padding, height: height * 0.96, padding }
}

/**
 * Whether a text can be read where it is printed into a field.
 *
 * @returns true as well for fields that are too small for any word: nothing else that is entered would do better
 */
export function isLegible(text: string, box: Box): boolean {
  const room = textRoom(box)
  return fitsAt(LEGIBLE, text, room) || !fitsAt(LEGIBLE, WORD, room)
}
