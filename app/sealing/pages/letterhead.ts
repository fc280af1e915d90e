import type { Ink } from '../pdf/drawing.js'
import type { CertificateContent } from '../seal_order.js'
import { brandInk, HAIRLINE, MUTED } from './palette.js'
import type { StoredPicture } from './picture_book.js'
import type { Sheets } from './sheets.js'

export const MARGINS = { side: 54, top: 50, bottom: 62 }

const FOOT = 34
/** The room of a logo, in points, and how far below the margin it begins. */
const LOGO = { width: 190, height: 30 }
const LOGO_DROP = -4

export interface Letterhead {
  brandName: string
  logo?: StoredPicture
  ink: Ink
  documentId: string
  title: string
  /** What the pages are, such as "Certificate of completion". */
  kind: string
}

export function letterheadOf(
  { brand, documentId, title }: Pick<CertificateContent, 'brand' | 'documentId' | 'title'>,
  kind: string,
  logo?: StoredPicture
): Letterhead {
  return { brandName: brand.name, logo, ink: brandInk(brand.color), documentId, title, kind }
}

/** The sender's logo, or where there is none its name, at the head of the first page. */
export function drawMasthead(sheets: Sheets, head: Letterhead): void {
  if (!head.logo) return sheets.say('P', () => drawBrand(sheets, head))
  const { picture, xobject } = head.logo
  const scale = Math.min(LOGO.width / picture.width, LOGO.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  const [x, y] = [
    sheets.place(sheets.left, width),
    sheets.top - LOGO_DROP - (LOGO.height + height) / 2,
  ]
  const draw = () => sheets.drawing.image(xobject, { x, y, width, height })
  sheets.say('Figure', draw, { alt: head.brandName })
}

/**
 * The sender's name under a short bar of its colour.
 *
 * @returns the width that the name takes
 */
function drawBrand(sheets: Sheets, { brandName, ink }: Letterhead): number {
  const bar = { x: sheets.place(sheets.left, 26), y: sheets.top - 3, width: 26, height: 3 }
  sheets.drawing.roundedRectangle(bar, 1.5, { fill: ink })
  return sheets.write(brandName, sheets.left, sheets.top - 19, { size: 10.5, voice: 'bold' }, 300)
}

/** The head of every page but the first; who hears the pages has heard it. */
export function drawRunningHead(sheets: Sheets, head: Letterhead) {
  const room = sheets.width - drawBrand(sheets, head) - 40
  const style = { size: 8.5, ink: MUTED }
  const title = sheets.clip(head.title, room, style)
  sheets.writeEnd(title, sheets.left + sheets.width, sheets.top - 19, style)
  sheets.drawing.rule(sheets.left, sheets.top - 31, sheets.width, HAIRLINE)
  sheets.top -= 56
}

/** Page numbers are known only when all pages are there. */
export function drawFeet(sheets: Sheets, { documentId, kind }: Letterhead) {
  const { left, width, book } = sheets
  const count = sheets.drawings.length
  const style = { size: 7.5, ink: MUTED }
  sheets.drawings.forEach((drawing, index) => {
    drawing.rule(left, FOOT + 14, width, HAIRLINE)
    const write = (text: string, start: (room: number) => number) => {
      const room = sheets.widthOf(text, style)
      const x = sheets.place(start(room), room)
      drawing.text(sheets.line(text), x, FOOT, style.size, style)
    }
    write(book.t('certificate.document', { id: documentId }), () => left)
    const number = book.t('certificate.page_of', { kind, page: index + 1, count })
    write(number, (room) => left + width - room)
  })
}
