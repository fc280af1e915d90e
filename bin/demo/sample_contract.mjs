import { PDFDocument, StandardFonts, rgb } from 'pdf-lib'

const A4 = [595.28, 841.89]
const MARGIN = 64
const WIDTH = A4[0] - 2 * MARGIN
const INK = rgb(0.07, 0.08, 0.11)
const SOFT = rgb(0.37, 0.4, 0.46)
const LINE = rgb(0.75, 0.78, 0.82)
const BRAND = rgb(0.09, 0.35, 0.3)

const COLUMN = 214
const COLUMNS = [MARGIN, A4[0] - MARGIN - COLUMN]
const BLOCK_TOP = 380

/** What each signer fills in on page 2, in points from the top left. */
export function fieldsFor(column) {
  const x = COLUMNS[column]
  return [
    { type: 'signature', page: 2, x, y: BLOCK_TOP + 30, width: COLUMN, height: 52 },
    { type: 'text', page: 2, x, y: BLOCK_TOP + 112, width: COLUMN, height: 22 },
    { type: 'date', page: 2, x, y: BLOCK_TOP + 164, width: 110, height: 22 },
  ]
}

const CLAUSES = [
  [
    '1. Engagement',
    'The Client engages the Consultant to advise on the introduction of electronic signatures in its procurement, and the Consultant accepts the engagement on the terms of this agreement.',
  ],
  [
    '2. Services',
    'The Consultant reviews the present way in which contracts are approved, proposes a new one, and accompanies its introduction in two departments. The parties agree on a plan of work within ten days of the last signature. Changes to the plan are made in writing.',
  ],
  [
    '3. Fee',
    'The fee is EUR 9,600 for the whole of the services. One third is due on signature, one third when the proposal is delivered, and the rest when both departments work in the new way. Invoices are payable within thirty days.',
  ],
  [
    '4. Term',
    'This agreement begins on the day of the last signature and ends when the services are complete, at the latest after six months. Either party may end it with thirty days’ notice; work done until then is paid for.',
  ],
  [
    '5. Confidentiality',
    'Each party keeps secret what it learns about the other in the course of this agreement, and uses it for no other purpose. This lasts for three years after the agreement has ended.',
  ],
  [
    '6. Results',
    'Reports and drafts belong to the Client once they are paid for. The Consultant may use methods and general knowledge again.',
  ],
  [
    '7. Signature',
    'The parties sign this agreement electronically. Each receives the sealed document, which is the original.',
  ],
]
const ON_FIRST_PAGE = 4

/** A two-page contract with a place to sign for each of two parties. */
export async function sampleContract() {
  const pdf = await PDFDocument.create()
  pdf.setTitle('Consulting agreement')
  const fonts = {
    plain: await pdf.embedFont(StandardFonts.Helvetica),
    bold: await pdf.embedFont(StandardFonts.HelveticaBold),
  }
  drawFirstPage(new Sheet(pdf.addPage(A4), fonts))
  drawSecondPage(new Sheet(pdf.addPage(A4), fonts))
  return pdf.save()
}

function drawFirstPage(sheet) {
  sheet.bar()
  sheet.text('Consulting agreement', { y: 110, size: 26, font: 'bold' })
  sheet.text('between Acme Realty (the Client)', { y: 150, size: 12, color: SOFT })
  sheet.text('and Hopper Consulting (the Consultant)', { y: 168, size: 12, color: SOFT })
  sheet.rule(196)
  let y = 232
  for (const clause of CLAUSES.slice(0, ON_FIRST_PAGE)) y = drawClause(sheet, clause, y)
  sheet.foot('Page 1 of 2')
}

function drawSecondPage(sheet) {
  sheet.bar()
  let y = 100
  for (const clause of CLAUSES.slice(ON_FIRST_PAGE)) y = drawClause(sheet, clause, y)
  drawBlock(sheet, COLUMNS[0], 'For the Client')
  drawBlock(sheet, COLUMNS[1], 'For the Consultant')
  sheet.foot('Page 2 of 2')
}

function drawClause(sheet, [heading, body], y) {
  sheet.text(heading, { y, size: 12, font: 'bold' })
  return sheet.paragraph(body, y + 20) + 18
}

function drawBlock(sheet, x, heading) {
  sheet.text(heading, { x, y: BLOCK_TOP + 14, size: 12, font: 'bold' })
  sheet.place('Signature', { x, y: BLOCK_TOP + 82, width: COLUMN })
  sheet.place('Name in full', { x, y: BLOCK_TOP + 134, width: COLUMN })
  sheet.place('Date', { x, y: BLOCK_TOP + 186, width: 110 })
}

/** A page on which y is counted from the top, as a reader does. */
class Sheet {
  constructor(page, fonts) {
    Object.assign(this, { page, fonts })
  }

  text(text, { x = MARGIN, y, size = 10.5, font = 'plain', color = INK }) {
    this.page.drawText(text, { x, y: A4[1] - y, size, font: this.fonts[font], color })
  }

  /** @returns the height at which it ends */
  paragraph(text, y, size = 10.5) {
    for (const line of this.#lines(text, size)) {
      this.text(line, { y, size })
      y += size * 1.55
    }
    return y
  }

  bar() {
    this.page.drawRectangle({ x: 0, y: A4[1] - 10, width: A4[0], height: 10, color: BRAND })
  }

  rule(y, x = MARGIN, width = WIDTH) {
    this.page.drawLine({
      start: { x, y: A4[1] - y },
      end: { x: x + width, y: A4[1] - y },
      thickness: 0.7,
      color: LINE,
    })
  }

  place(label, { x, y, width }) {
    this.rule(y, x, width)
    this.text(label, { x, y: y + 12, size: 8, color: SOFT })
  }

  foot(text) {
    this.rule(A4[1] - 60)
    this.text('Consulting agreement', { y: A4[1] - 42, size: 8, color: SOFT })
    this.text(text, {
      x: A4[0] - MARGIN - this.fonts.plain.widthOfTextAtSize(text, 8),
      y: A4[1] - 42,
      size: 8,
      color: SOFT,
    })
  }

  #lines(text, size) {
    const lines = ['']
    for (const word of text.split(' ')) {
      const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word
      if (this.fonts.plain.widthOfTextAtSize(longer, size) <= WIDTH)
        lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }
}
