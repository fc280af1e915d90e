import { PDFName } from 'pdf-lib'
import type { Ink } from '../../pdf/drawing.js'
import { inkOf } from '../flattening/annotation_style.js'
import { BLACK } from './plain_ink.js'
import { plainOperators } from './plain_operators.js'

const INKS = ['g', 'rg', 'k']

/** How programs draw the value of a field (ISO 32000-2, 12.7.4.3). */
export interface DefaultAppearance {
  /** None, where they choose it. */
  font: PDFName | null
  /** 0 for as it fits. */
  size: number
  ink: Ink
}

/**
 * What a field says of the text that programs draw.
 *
 * @returns null where it says more than font, size and colour
 */
export function defaultAppearanceOf(text: string): DefaultAppearance | null {
  const said: DefaultAppearance = { font: null, size: 0, ink: BLACK }
  if (text.trim() === '') return said
  const operators = plainOperators(text)
  if (!operators || operators.length > 2) return null
  for (const { name, operands } of operators) {
    const numbers = operands.filter((operand) => typeof operand === 'number')
    if (name === 'Tf') {
      const [font, size] = operands
      if (said.font || !(font instanceof PDFName) || typeof size !== 'number') return null
      Object.assign(said, { font, size })
    } else {
      const ink = INKS.includes(name) && numbers.length === operands.length ? inkOf(numbers) : null
      if (!ink) return null
      said.ink = ink
    }
  }
  return said.font ? said : null
}
