import { PDFDocument, StandardFonts } from 'pdf-lib'

const WORDS =
  'The parties agree that this agreement is governed by the law of the place where the service is rendered and that notices reach them in writing'

/** A contract of so many pages of text, as an office program would write it. */
export async function textPages(count: number): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.TimesRoman)
  for (let number = 1; number <= count; number++) {
    const page = document.addPage([595, 842])
    page.drawText(`Page ${number}`, { x: 60, y: 780, size: 16, font })
    for (let line = 0; line < 45; line++) {
      page.drawText(WORDS.slice(line % 20), { x: 60, y: 750 - line * 15, size: 10, font })
    }
  }
  return document.save()
}
