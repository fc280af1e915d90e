import {
  PDFArray,
  PDFDict,
  PDFNull,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib'

/**
 * Makes null of what refers to an object that is not there, which is what it means (ISO 32000-2, 7.3.10). A number that is free could be
 * given to an object later, which would then appear wherever the file named it.
 */
export function forgetMissing(context: PDFContext) {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (isMissing(context, object)) context.assign(ref, PDFNull)
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
