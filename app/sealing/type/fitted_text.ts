import { Paragraph } from './paragraph.js'
import type { TypedLine } from './typed_line.js'
import type { HanForms, LatinFonts, Voice } from './typefaces.js'

export interface FittedText {
  size: number
  /** From one baseline to the next, in points. */
  leading: number
  lines: TypedLine[]
  /** Not even the smallest type keeps it within the box. */
  overflows: boolean
}

const MIN_SIZE = 0.5
const STEP = 0.96
/** Below this size a long word is cut rather than made smaller still. */
const CUT_WORDS_BELOW = 6
const LEADING = 1.2

/**
 * The largest setting of a text that stays within a box, in as many lines as the box is high for.
 *
 * @param box  in points
 * @param maxSize  the type size to start from, in points
 */
export function fitText(
  text: string,
  box: { width: number; height: number },
  maxSize: number,
  voice: Voice = 'regular',
  han: HanForms = 'sc',
  latin: LatinFonts = 'standard'
): FittedText {
  const paragraph = new Paragraph(text, voice, han, latin)
  for (let size = maxSize; size > MIN_SIZE; size *= STEP) {
    if (!isSetAt(size, paragraph, box)) continue
    const lines = linesAt(size, paragraph, box)
    if (lines) return { size, leading: size * LEADING, lines, overflows: false }
  }
  const lines = paragraph.lines((box.width / MIN_SIZE) * 1000)
  return { size: MIN_SIZE, leading: MIN_SIZE * LEADING, lines, overflows: true }
}

/** Whether `fitText` sets a text in type of this size or larger. */
export function fitsFrom(
  least: number,
  text: string,
  box: { width: number; height: number },
  maxSize: number
) {
  const paragraph = new Paragraph(text)
  // what has room in a small size may still be too wide in it, where its lines are shaped as a whole
  return sizesFrom(maxSize, least)
    .reverse()
    .some((size) => isSetAt(size, paragraph, box) && linesAt(size, paragraph, box))
}

function sizesFrom(maxSize: number, least: number): number[] {
  const sizes: number[] = []
  for (let size = maxSize; size >= least; size *= STEP) sizes.push(size)
  return sizes
}

function isSetAt(size: number, { longestPiece }: Paragraph, box: { width: number }): boolean {
  return size <= CUT_WORDS_BELOW || longestPiece <= (box.width / size) * 1000
}

function linesAt(size: number, paragraph: Paragraph, box: { width: number; height: number }) {
  const width = (box.width / size) * 1000
  const leading = size * LEADING
  const room = Math.max(1, Math.floor((box.height - size) / leading + 1))
  if (paragraph.wrap(width).length > room) return null
  const lines = paragraph.lines(width)
  return fits(lines, box, size, leading) ? lines : null
}

function fits(
  lines: TypedLine[],
  box: { width: number; height: number },
  size: number,
  leading: number
) {
  const top = ((lines[0]?.ascent ?? 0) / 1000) * size
  const bottom = ((lines.at(-1)?.descent ?? 0) / 1000) * size
  const widest = (Math.max(0, ...lines.map(({ width }) => width)) / 1000) * size
  const height = top + bottom + leading * (lines.length - 1)
  return widest <= box.width + 0.01 && height <= box.height + 0.01
}
