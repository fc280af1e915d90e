import { PDFHexString } from 'pdf-lib'
import type { DocumentFont } from '../type/document_fonts.js'
import type { TypedRun } from '../type/typed_line.js'
import { decimal, decimals } from './decimal.js'

/** Where a run begins, in points, and how it is set. */
export interface Setting {
  x: number
  y: number
  size: number
  /** Additional space behind every letter, in thousandths of the type size. */
  tracking: number
}

/**
 * The operators that show a run of glyphs (ISO 32000-2, 9.4.3). Glyphs that follow each other are one string, in which kerning stands
 * between them; one that is to stand elsewhere is placed on its own.
 *
 * @returns the operators, and where the pen is after the last glyph
 */
export function setRun(
  { typeface, glyphs, actualText }: TypedRun,
  font: DocumentFont,
  { x, y, size, tracking }: Setting
): { operators: string[]; pen: number } {
  const operators: string[] = []
  if (actualText !== undefined) {
    operators.push(`/Span <</ActualText ${PDFHexString.fromText(actualText)}>> BDC`)
  }
  operators.push(`/${font.name} ${decimal(size)} Tf`)
  const unit = size / 1000
  let pen = x
  let shown = ''
  let shownFrom = x
  const show = () => {
    if (shown) operators.push(`1 0 0 1 ${decimals(shownFrom, y)} Tm [<${shown}>] TJ`)
    shown = ''
  }
  for (const glyph of glyphs) {
    const code = font.encode(glyph)
    if (glyph.dx || glyph.dy) {
      show()
      const at = decimals(pen + glyph.dx * unit, y + glyph.dy * unit)
      operators.push(`1 0 0 1 ${at} Tm <${code}> Tj`)
    } else {
      if (!shown) shownFrom = pen
      shown += code
      const correction = typeface.widthOf(glyph) - glyph.advance
      if (Math.abs(correction) > 0.5) shown += `> ${decimal(correction)} <`
    }
    pen += (glyph.advance + tracking) * unit
    if (glyph.dx || glyph.dy) shownFrom = pen
  }
  show()
  if (actualText !== undefined) operators.push('EMC')
  return { operators, pen }
}
