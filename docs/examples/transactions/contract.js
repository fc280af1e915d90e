import { PDFDocument, StandardFonts, rgb } from 'pdf-lib'

const [WIDTH, HEIGHT] = [595.28, 841.89]
const MARGIN = 64
const COLUMN = 220
const INK = rgb(0.13, 0.16, 0.14)
const SOFT = rgb(0.42, 0.42, 0.38)
const CLAY = rgb(0.66, 0.29, 0.16)
const TERMS = [
  'The seller sells and the buyer buys the property named above, with all that is fixed to it, free of charges.',
  'The price is due on the day of completion. Until then the seller keeps the property as it is now.',
  'The keys are handed over on the day of completion, against the price.',
  'Both agents confirm that they have checked the parties and their right to sell and to buy.',
]

/** Where a party signs, in points from the top left: two rows of two. */
function spot(place) {
  return { x: place % 2 === 1 ? MARGIN : WIDTH - MARGIN - COLUMN, y: place <= 2 ? 510 : 650 }
}

export function placeFor(place) {
  const { x, y } = spot(place)
  return [
    { type: 'signature', page: 1, x, y, width: 150, height: 44 },
    { type: 'date', page: 1, x: x + 158, y: y + 24, width: 62, height: 20 },
  ]
}

/** The contract of sale of a transaction: the same bytes each time, so that it can be fetched again. */
export async function contractPdf({ address, price, parties, created_at: createdAt }, roles) {
  const pdf = await PDFDocument.create()
  pdf.setTitle(`Contract of sale, ${address}`)
  pdf.setCreationDate(new Date(createdAt))
  pdf.setModificationDate(new Date(createdAt))
  const serif = await pdf.embedFont(StandardFonts.TimesRoman)
  const bold = await pdf.embedFont(StandardFonts.TimesRomanBold)
  const page = pdf.addPage([WIDTH, HEIGHT])
  const text = (words, x, top, { size = 11.5, font = serif, color = INK, maxWidth } = {}) =>
    page.drawText(printable(words), {
      x,
      y: HEIGHT - top,
      size,
      font,
      color,
      maxWidth,
      lineHeight: size * 1.5,
    })

  text('Contract of sale', MARGIN, 112, { size: 30 })
  page.drawLine({
    start: { x: MARGIN, y: HEIGHT - 132 },
    end: { x: WIDTH - MARGIN, y: HEIGHT - 132 },
    thickness: 1.5,
    color: CLAY,
  })
  text('Property', MARGIN, 170, { color: SOFT })
  text(address, MARGIN + 90, 170, { font: bold, maxWidth: WIDTH - 2 * MARGIN - 90 })
  text('Price', MARGIN, 210, { color: SOFT })
  text(price, MARGIN + 90, 210, { font: bold })
  TERMS.forEach((term, index) => {
    text(`${index + 1}.`, MARGIN, 260 + index * 50, { color: CLAY })
    text(term, MARGIN + 24, 260 + index * 50, { maxWidth: WIDTH - 2 * MARGIN - 24 })
  })
  for (const { role, place, name } of parties) {
    const { x, y } = spot(place)
    text(`${place}. ${roles[role]}`, x, y - 12, { size: 10, color: SOFT })
    page.drawLine({
      start: { x, y: HEIGHT - y - 48 },
      end: { x: x + COLUMN, y: HEIGHT - y - 48 },
      thickness: 0.6,
      color: SOFT,
    })
    text(name, x, y + 64, { maxWidth: COLUMN })
  }
  return Buffer.from(await pdf.save())
}

/** The fonts that every reader of PDF brings have Western letters only. */
function printable(words) {
  return words.replace(/[^\x20-\x7e\xa0-\xff€‘’“”–—…]/g, '?')
}
