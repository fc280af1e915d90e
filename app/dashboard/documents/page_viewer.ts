import type Document from '#app/documents/document'
import type Field from '#app/documents/field'
import { FIELD_PALETTE } from './field_palette.js'

/** Signers are told apart by one of a few colours. */
export const TONES = 6

/** The pages of a document, as `<document-viewer>` shows them. */
export interface PageViewer {
  /** Its SHA-256: another file is another viewer. */
  file: string
  src: string
  caption: string
  pageCount: number
  /** Width and height in points of each page that signers are shown; what the seal appends, the file itself tells. */
  sizes: string
  /** Where signers fill in what; printed in the sealed PDF, and so none there. */
  fields: string
  /** Its file bears signatures of others: no page can be added to it. */
  isSignedBefore: boolean
}

/** Null for a document whose files were erased. */
export function pageViewer(document: Document, base: string): PageViewer | null {
  if (document.isErased) return null
  const { id, pages, pageCount, sealedSha256, canonicalSha256, sealedPages } = document
  const isSealed = sealedSha256 !== null
  return {
    file: sealedSha256 ?? canonicalSha256,
    src: `${base}/documents/${id}/view`,
    caption: captionOf(document),
    isSignedBefore: document.isSignedBefore,
    pageCount: isSealed ? (sealedPages ?? pageCount) : pageCount,
    sizes: JSON.stringify(pages.map(({ width, height }) => [width, height])),
    fields: JSON.stringify(isSealed ? [] : document.fields.map((field) => place(document, field))),
  }
}

function captionOf({ status, sealedSha256, isSignedBefore }: Document): string {
  if (sealedSha256 !== null) return isSignedBefore ? 'Sealed PDF' : 'Sealed PDF, with certificate'
  return status === 'draft' ? 'As signers will see it' : 'As shown to signers'
}

/** What of a field one signer fills in, and where. */
export interface FieldLine {
  label: string
  page: number
}

/** In the order in which one reads. */
export function fieldLines(fields: readonly Field[]): FieldLine[] {
  return [...fields]
    .sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x)
    .map(({ type, page }) => ({ label: labelOf(type), page }))
}

function place(document: Document, field: Field) {
  const { page, x, y, width, height, type, signerId } = field
  const at = document.signers.findIndex(({ id }) => id === signerId)
  const signer = document.signers[at]
  const label = `${labelOf(type)} · ${signer.name}`
  return { page, x, y, width, height, label, tone: at % TONES, done: signer.status === 'signed' }
}

function labelOf(type: Field['type']): string {
  return FIELD_PALETTE.find((kind) => kind.type === type)?.label ?? type
}
