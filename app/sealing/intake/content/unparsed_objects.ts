import {
  PDFArray,
  PDFDict,
  PDFInvalidObject,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib'
import PdfMalformed from '../../errors/pdf_malformed.js'

/**
 * Objects that could not be parsed here, and that other programs may read: nobody can say what they do, and nothing of them may stay in
 * the file.
 */
export class UnparsedObjects {
  #seen = new Set<PDFObject>()

  constructor(readonly context: PDFContext) {}

  /** @throws PdfMalformed where a page draws with one, as it would lose what that shows */
  refuseDrawing(resources: PDFDict | null, page: number) {
    const waiting: (PDFObject | null)[] = [resources]
    while (waiting.length > 0) {
      const found = this.context.lookup(waiting.pop() ?? undefined)
      if (!found || this.#seen.has(found)) continue
      this.#seen.add(found)
      if (found instanceof PDFInvalidObject)
        throw new PdfMalformed(`the content of page ${page} cannot be read`)
      const owner = found instanceof PDFStream ? found.dict : found
      if (owner instanceof PDFDict) for (const part of owner.values()) waiting.push(part)
      if (owner instanceof PDFArray) for (const part of owner.asArray()) waiting.push(part)
    }
  }

  forget() {
    for (const [ref, object] of this.context.enumerateIndirectObjects())
      if (object instanceof PDFInvalidObject) this.context.delete(ref)
  }
}
