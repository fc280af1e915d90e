import { type PDFDict, type PDFContext } from 'pdf-lib'
import PdfUnsafe from '../../errors/pdf_unsafe.js'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'

/**
 * Tells a form that is drawn on its pages from one that only some programs of Adobe can show, to which
 * the pages are a note ("Please wait…") and nothing that anybody could agree to (XFA).
 *
 * @throws PdfUnsafe
 */
export function drawnForm(context: PDFContext, catalog: PDFDict): 'xfa' | 'plain' {
  const reader = new ObjectReader(context)
  const form = reader.dictionary(catalog.get(name('AcroForm')))
  if (!form?.has(name('XFA'))) return 'plain'
  const fields = reader.array(form.get(name('Fields')))
  const leavesRendering = reader.isTrue(catalog.get(name('NeedsRendering')))
  if (leavesRendering || !fields || fields.length === 0) {
    throw new PdfUnsafe(
      'its form (XFA) is drawn by the program that opens it, and its pages hold only a note: print it to a PDF first'
    )
  }
  return 'xfa'
}
