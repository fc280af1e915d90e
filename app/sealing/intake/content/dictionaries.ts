import { PDFArray, PDFDict, PDFRef, PDFStream, type PDFContext, type PDFObject } from 'pdf-lib'

/** Every dictionary of a file, each with its parts already on the way, so that it may be emptied. */
export function* dictionariesIn(context: PDFContext): Generator<PDFDict> {
  const waiting: PDFObject[] = []
  for (const [, object] of context.enumerateIndirectObjects()) {
    waiting.push(object)
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (next instanceof PDFArray) for (const part of next.asArray()) waiting.push(part)
      const dictionary = next instanceof PDFStream ? next.dict : next
      if (!(dictionary instanceof PDFDict)) continue
      for (const part of dictionary.values()) waiting.push(part)
      yield dictionary
    }
  }
}

/** Every reference of a file. */
export function* referencesIn(context: PDFContext): Generator<PDFRef> {
  const waiting: PDFObject[] = []
  for (const [, object] of context.enumerateIndirectObjects()) {
    waiting.push(object)
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const owner = next instanceof PDFStream ? next.dict : next
      if (owner instanceof PDFRef) yield owner
      const parts = owner instanceof PDFArray ? owner.asArray() : []
      for (const part of owner instanceof PDFDict ? owner.values() : parts) waiting.push(part)
    }
  }
}
