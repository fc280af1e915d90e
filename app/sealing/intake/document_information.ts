import { PDFDict, PDFHexString, PDFRef, PDFString, type PDFContext } from 'pdf-lib'
import { name } from '../pdf/names.js'

/** What the author says of the document; who wrote the file, and when, is for us to say. */
const KEPT = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'CreationDate']

/**
 * The information dictionary of an upload, cut down to what remains true of the canonical form
 * (ISO 32000-2, 14.3.3).
 */
export function keptInformation(context: PDFContext): PDFRef | undefined {
  const before = context.lookup(context.trailerInfo.Info)
  if (!(before instanceof PDFDict)) return undefined
  const kept = PDFDict.withContext(context)
  for (const key of KEPT) {
    const value = context.lookup(before.get(name(key)))
    if (value instanceof PDFString || value instanceof PDFHexString) kept.set(name(key), value)
  }
  if (kept.keys().length === 0) return undefined
  const ref = context.trailerInfo.Info
  if (!(ref instanceof PDFRef)) return context.register(kept)
  context.assign(ref, kept)
  return ref
}
