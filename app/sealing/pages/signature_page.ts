import type { Rectangle } from '../pdf/page_box.js'
import type { PageSignature } from '../seal_order.js'
import { drawFeet, drawMasthead, drawRunningHead, type Letterhead } from './letterhead.js'
import { HAIRLINE, MUTED } from './palette.js'
import type { Sheets, TextStyle } from './sheets.js'
import type { SignatureMark } from './signature_mark.js'

const GUTTER = 30
const SIGNATURE_HEIGHT = 62
/** Around a signature, within its column and above its line. */
const PADDING = 6
const BLOCK_HEIGHT = 138

/** Where a signature was drawn: on which sheet, from 0, and in points from its lower left corner. */
export interface SheetMark {
  sheet: number
  box: Rectangle
}

/** Two columns of signatures, for those who were given no field to sign in. */
export function drawSignaturePage(
  signatures: PageSignature[],
  head: Letterhead,
  start: (begin: (sheets: Sheets, index: number) => void) => Sheets,
  markOn: (sheets: Sheets) => SignatureMark
): SheetMark[] {
  const sheets = start((opened, index) => {
    if (index > 0) drawRunningHead(opened, head)
  })
  drawOpening(sheets, head)
  const width = (sheets.width - GUTTER) / 2
  const marks = signatures.map((signature, index) => {
    const column = index % 2
    if (column === 0) sheets.keep(BLOCK_HEIGHT)
    const x = sheets.left + column * (width + GUTTER)
    const mark = { sheet: sheets.drawings.length - 1, box: boxOf(sheets, x, width) }
    const draw = () => markOn(sheets).draw(signature.signature, mark.box)
    sheets.say('Figure', draw, { alt: spokenSignature(sheets, signature) })
    drawBlock(sheets, signature, { x, width, line: mark.box.y - PADDING })
    if (column === 1 || index === signatures.length - 1) sheets.top -= BLOCK_HEIGHT
    return mark
  })
  drawFeet(sheets, head)
  return marks
}

/** Of the signature itself, above its line. */
function boxOf(sheets: Sheets, x: number, width: number): Rectangle {
  const height = SIGNATURE_HEIGHT
  const y = sheets.top - height - 2
  return { x: sheets.place(x, width) + PADDING, y, width: width - 2 * PADDING, height }
}

function drawOpening(sheets: Sheets, head: Letterhead) {
  drawMasthead(sheets, head)
  const heading: TextStyle = { size: 23, voice: 'bold' }
  sheets.say('H1', () => sheets.write(head.kind, sheets.left, sheets.top - 58, heading))
  const style = { size: 11.5, ink: MUTED }
  const lines = sheets.wrap(head.title, sheets.width, style).slice(0, 3)
  const bottom = sheets.top - 77 - (lines.length - 1) * 15
  sheets.say('P', () => sheets.writeLines(lines, sheets.left, sheets.top - 77, 15, style))
  sheets.drawing.rule(sheets.left, bottom - 20, sheets.width, HAIRLINE)
  sheets.top = bottom - 44
}

/** What somebody hears of a signature that they do not see. */
function spokenSignature({ book }: Sheets, { signerName, signature }: PageSignature): string {
  const said = `${book.t('sign.signature')}: ${signerName}`
  return signature.kind === 'typed' && signature.text !== signerName
    ? `${said} (${signature.text})`
    : said
}

function drawBlock(
  sheets: Sheets,
  { signerName, email, signedAt }: PageSignature,
  { x, width, line }: { x: number; width: number; line: number }
) {
  const { t, instant } = sheets.book
  sheets.drawing.rule(sheets.place(x, width), line, width, MUTED, 0.6)
  const small: TextStyle = { size: 8.5, ink: MUTED }
  const bold: TextStyle = { size: 10.5, voice: 'bold' }
  sheets.say('P', () => sheets.write(signerName, x, line - 15, bold, width))
  sheets.say('P', () => sheets.write(email, x, line - 28, small, width))
  const signed = t('certificate.signed_on', { moment: instant(signedAt) })
  sheets.say('P', () => sheets.write(signed, x, line - 41, small, width))
}
