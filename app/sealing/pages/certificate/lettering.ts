import { MUTED } from '../palette.js'
import type { Sheets, TextStyle } from '../sheets.js'

export const LABEL: TextStyle = { size: 6.6, ink: MUTED, voice: 'bold', tracking: 70 }
export const VALUE: TextStyle = { size: 9.2 }
export const SMALL: TextStyle = { size: 8 }
export const SMALL_MUTED: TextStyle = { ...SMALL, ink: MUTED }

/** @param keptWith  how much of what follows must stand on the same page, in points */
export function drawHeading(sheets: Sheets, text: string, keptWith: number) {
  sheets.keep(keptWith)
  sheets.write(text, sheets.left, sheets.top - 4, { size: 13, voice: 'bold' })
  sheets.top -= 20
}

export function drawLabel(sheets: Sheets, text: string, x: number, baseline: number) {
  sheets.write(text.toUpperCase(), x, baseline, LABEL)
}

/** "invite.sent" → "Invite sent" */
export function sentenceCase(code: string) {
  const words = code.replace(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
