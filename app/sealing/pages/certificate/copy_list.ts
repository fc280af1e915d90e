import type { CertificateCopy } from '../../seal_order.js'
import { HAIRLINE, MUTED } from '../palette.js'
import type { Sheets, TextStyle } from '../sheets.js'
import { drawHeading, SMALL_MUTED, VALUE } from './lettering.js'

const LINE = 17
/** Where addresses begin, as a share of the width. */
const ADDRESS_AT = 0.46

/** Who signed nothing and gets a copy; nothing where nobody does. */
export function drawCopies(sheets: Sheets, copies: readonly CertificateCopy[]) {
  if (copies.length === 0) return
  const { t } = sheets.book
  drawHeading(sheets, t('certificate.copies'), 20 + 2 * LINE)
  for (const { name, email } of copies) {
    sheets.keep(LINE)
    const address = sheets.left + ADDRESS_AT * sheets.width
    sheets.say('P', () => {
      sheets.write(name, sheets.left, sheets.top - 12, VALUE, ADDRESS_AT * sheets.width - 8)
      sheets.write(email, address, sheets.top - 12, SMALL_MUTED, (1 - ADDRESS_AT) * sheets.width)
    })
    sheets.top -= LINE
    sheets.drawing.rule(sheets.left, sheets.top, sheets.width, HAIRLINE, 0.4)
  }
  const note = t('certificate.copies_note')
  const style: TextStyle = { size: 8, ink: MUTED }
  sheets.say('P', () => sheets.write(note, sheets.left, sheets.top - 12, style, sheets.width))
  sheets.top -= 36
}
