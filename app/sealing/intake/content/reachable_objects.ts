import { PDFArray, PDFDict, PDFRef, PDFStream, type PDFContext, type PDFObject } from 'pdf-lib'
import PdfMalformed from '../../errors/pdf_malformed.js'

/**
 * The objects that can be reached from the document's root, and no others: earlier revisions,
 * leftovers and whatever was hidden between the objects stay behind.
 */
export function reachableObjects(context: PDFContext, roots: PDFRef[]): Map<PDFRef, PDFObject> {
  const found = new Map<PDFRef, PDFObject>()
  const numbers = new Map<number, PDFRef>()
  const waiting: PDFObject[] = [...roots]
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      if (found.has(object)) continue
      const target = context.lookup(object)
      if (!target) continue
      const twin = numbers.get(object.objectNumber)
      if (twin) throw new PdfMalformed(`two objects share the number ${twin.objectNumber}`)
      numbers.set(object.objectNumber, object)
      found.set(object, target)
      waiting.push(target)
    } else {
      for (const part of partsOf(object)) waiting.push(part)
    }
  }
  return found
}

function partsOf(object: PDFObject): PDFObject[] {
  if (object instanceof PDFDict) return object.values()
  if (object instanceof PDFArray) return object.asArray()
  if (object instanceof PDFStream) return object.dict.values()
  return []
}
