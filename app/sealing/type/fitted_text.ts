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
    const width = (box.width / size) * 1000
    if (size > CUT_WORDS_BELOW && paragraph.longestPiece > width) continue
    const lines = linesAt(size, paragraph, box)
    if (lines) return { size, leading: size * LEADING, lines, overflows: false }
  }
  const lines = paragraph.lines((box.width / MIN_SIZE) * 1000)
  return { size: MIN_SIZE, leading: MIN_SIZE * LEADING, lines, overflows: true }
}

/** Whether a text stays within a box in type of this size, long words cut. @param box  in points */
export function fitsAt(size: number, text: string, box: { width: number; height: number }) {
  return linesAt(size, new Paragraph(text), box) !== null
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
