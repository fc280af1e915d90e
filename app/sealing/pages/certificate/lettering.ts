import { MUTED } from '../palette.js'
import type { Sheets, TextStyle } from '../sheets.js'

export const VALUE: TextStyle = { size: 9.2 }
export const SMALL: TextStyle = { size: 8 }
export const SMALL_MUTED: TextStyle = { ...SMALL, ink: MUTED }

/** Between what a row is called and what it says. */
const GAP = 10

const CAPITALS: TextStyle = { size: 6.6, ink: MUTED, voice: 'bold', tracking: 70 }
/** Of letters that have no capitals: larger, and close together, for Arabic ones are joined. Those of China and Japan come in one weight. */
const PLAIN: TextStyle = { size: 7.4, ink: MUTED }

/** @param keptWith  how much of what follows must stand on the same page, in points */
export function drawHeading(sheets: Sheets, text: string, keptWith: number) {
  sheets.keep(keptWith)
  const style: TextStyle = { size: 13, voice: 'bold' }
  sheets.say('H2', () => sheets.write(text, sheets.left, sheets.top - 4, style, sheets.width))
  sheets.top -= 20
}

export function drawLabel(
  sheets: Sheets,
  text: string,
  x: number,
  baseline: number,
  maxWidth?: number
) {
  const { label, style } = labelOf(sheets, text)
  sheets.write(label, x, baseline, style, maxWidth)
}

/** The same, up to where it ends. */
export function drawLabelEnd(sheets: Sheets, text: string, end: number, baseline: number) {
  const { label, style } = labelOf(sheets, text)
  sheets.writeEnd(label, end, baseline, style)
}

/** From where labels begin to where values do, so that the longest fits. */
export function indentOf(sheets: Sheets, labels: readonly string[], least: number): number {
  return Math.max(least, ...labels.map((label) => sheets.widthOf(label, SMALL) + GAP))
}

function labelOf({ book }: Sheets, text: string): { label: string; style: TextStyle } {
  const label = text.toLocaleUpperCase(book.locale)
  return { label, style: label === text ? PLAIN : CAPITALS }
}
