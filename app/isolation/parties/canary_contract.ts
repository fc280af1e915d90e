import { PDFDocument, StandardFonts } from 'pdf-lib'

/** Makes a canary for what it is to become. @returns its word */
export type Word = (what: string) => string

/** A PDF of one page that says one word. */
export async function contract(word: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  pdf.addPage([595, 842]).drawText(word, { x: 60, y: 760, size: 14, font })
  return pdf.save()
}
