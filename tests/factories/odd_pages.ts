import { degrees, PDFDocument, StandardFonts } from 'pdf-lib'

/** Pages that are turned, of several sizes, and whose boxes do not begin at nought. */
export async function makeOddPages(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = (width: number, height: number, turn: number) => {
    const made = pdf.addPage([width, height])
    made.setRotation(degrees(turn))
    made.drawText('Lease', { x: width / 2, y: height / 2, size: 14, font })
    return made
  }
  page(595, 842, 90)
  page(420, 595, 270)
  page(612, 792, 180).setCropBox(100, 200, 300, 400)
  page(595, 842, 0).setMediaBox(-297, -421, 595, 842)
  return pdf.save()
}

/** As a person sees them, in points. */
export const ODD_SIZES = [
  [842, 595],
  [595, 420],
  [300, 400],
  [595, 842],
]
