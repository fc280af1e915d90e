import { PDFArray, PDFDict, PDFStream, type PDFContext, type PDFObject } from 'pdf-lib'

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
