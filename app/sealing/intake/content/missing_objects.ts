import {
  PDFArray,
  PDFDict,
  PDFInvalidObject,
  PDFNull,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib'

/** As parsers read it, with comments between its words. */
export const REFERENCE =
  /(?<!\d)(\d+)(?:[\0\s]|%[^\r\n]*[\r\n])+(\d+)(?:[\0\s]|%[^\r\n]*[\r\n])*R(?![^\0\s()<>[\]{}/%])/g

/**
 * Makes null of what refers to an object that is not there, which is what it means (ISO 32000-2, 7.3.10). A number that is free could be
 * given to an object later, which would then appear wherever the file named it.
 */
export function forgetMissing(context: PDFContext) {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (isMissing(context, object)) context.assign(ref, PDFNull)
    else if (object instanceof PDFInvalidObject) context.assign(ref, without(context, object))
    else forgetIn(context, object)
  }
}

function forgetIn(context: PDFContext, object: PDFObject) {
  const waiting = [object]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const owner = next instanceof PDFStream ? next.dict : next
    if (owner instanceof PDFDict)
      for (const [key, part] of owner.entries())
        if (isMissing(context, part)) owner.delete(key)
        else waiting.push(part)
    if (owner instanceof PDFArray)
      for (const [index, part] of owner.asArray().entries())
        if (isMissing(context, part)) owner.set(index, PDFNull)
        else waiting.push(part)
  }
}

function isMissing(context: PDFContext, object: PDFObject): boolean {
  return object instanceof PDFRef && context.lookup(object) === undefined
}

/** What could not be parsed, by others perhaps, stays as it is but for that, and as long as it is. */
function without(context: PDFContext, object: PDFInvalidObject): PDFInvalidObject {
  const bytes = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  const text = bytes.toString('latin1').replace(REFERENCE, (reference, number, generation) => {
    const ref = PDFRef.of(Number(number), Number(generation))
    return isMissing(context, ref) ? 'null'.padEnd(reference.length) : reference
  })
  return PDFInvalidObject.of(Buffer.from(text, 'latin1'))
}
