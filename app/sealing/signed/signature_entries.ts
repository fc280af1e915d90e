import { PDFArray, PDFDict, PDFNumber, PDFRef, type PDFObject } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { SignedFile } from './signed_file.js'

const MAX_FIELDS = 10_000

/** A signature as a form has it: its field, and what was signed with it. */
export interface SignatureEntry {
  field: PDFDict
  signature: PDFDict
  ref: PDFRef | undefined
  /** As it says: from, length, from, length. */
  range: readonly number[]
}

/** The signatures that readers find: those of the form's fields (ISO 32000-2, 12.7.5.5), in the order of what they cover. */
export function signatureEntries(file: SignedFile): SignatureEntry[] {
  const found: SignatureEntry[] = []
  const seen = new Set<PDFObject>()
  const form = file.resolve(file.catalog.get(name('AcroForm')))
  const fields = form instanceof PDFDict ? file.array(form.get(name('Fields'))) : []
  const waiting: { node: PDFObject; type: PDFObject | undefined }[] = fields.map((node) => ({
    node,
    type: undefined,
  }))
  for (let next = waiting.pop(); next && seen.size < MAX_FIELDS; next = waiting.pop()) {
    const field = file.resolve(next.node)
    if (!(field instanceof PDFDict) || seen.has(field)) continue
    seen.add(field)
    const type = file.resolve(field.get(name('FT'))) ?? next.type
    for (const node of file.array(field.get(name('Kids')))) waiting.push({ node, type })
    const value = field.get(name('V'))
    const signature = file.resolve(value)
    if (type !== name('Sig') || !(signature instanceof PDFDict)) continue
    const ref = value instanceof PDFRef ? value : undefined
    found.push({ field, signature, ref, range: rangeOf(file, signature) })
  }
  return found.sort((a, b) => endOf(a) - endOf(b))
}

/** Where what it covers ends; 0 where it does not say. */
export function endOf({ range }: Pick<SignatureEntry, 'range'>): number {
  const [, , second, rest] = range
  return range.length === 4 ? second! + rest! : 0
}

function rangeOf(file: SignedFile, signature: PDFDict): number[] {
  const range = file.resolve(signature.get(name('ByteRange')))
  if (!(range instanceof PDFArray)) return []
  return range.asArray().map((number) => {
    const found = file.resolve(number)
    return found instanceof PDFNumber ? found.asNumber() : Number.NaN
  })
}
