import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFRawStream,
  PDFString,
  type PDFObject,
} from 'pdf-lib'
import { name } from '../pdf/names.js'
import { PdfFile } from '../pdf/pdf_file.js'

/**
 * A file that the seal attached to a document (ISO 32000-2, 7.11.4).
 *
 * @param sealed  what the seal covers, found to be whole: nothing of it is doubted here
 * @returns null where none has this name
 */
export function attachedFile(sealed: Uint8Array, fileName: string): Uint8Array | null {
  const file = PdfFile.read(sealed)
  const within = (owner: PDFObject | undefined, key: string) => {
    const found = file.resolve(owner)
    return found instanceof PDFDict ? file.resolve(found.get(name(key))) : undefined
  }
  const listed = within(within(within(file.catalog, 'Names'), 'EmbeddedFiles'), 'Names')
  if (!(listed instanceof PDFArray)) return null
  const entries = listed.asArray()
  const at = entries.findIndex((entry) => textOf(entry) === fileName)
  if (at === -1) return null
  const stream = within(within(entries[at + 1], 'EF'), 'F')
  return stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : null
}

function textOf(object: PDFObject): string | null {
  return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : null
}
