import { PDFDocument, StandardFonts } from 'pdf-lib'

const A4: [number, number] = [595, 842]

/** A real PDF with some text on each page. */
export async function makePdf({
  pages = 1,
  text = 'A contract between the parties',
} = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let page = 1; page <= pages; page++) {
    pdf.addPage(A4).drawText(`${text}, page ${page}`, { x: 60, y: 760, size: 14, font })
  }
  return pdf.save()
}
