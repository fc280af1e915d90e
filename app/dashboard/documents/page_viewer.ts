import type Document from '#app/documents/document'
import type Field from '#app/documents/field'
import type { PacketFile } from '#app/documents/files/packet_file'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { fileHeadings } from '#app/signing/page/file_headings'

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
  /** By the number of its first page, what each of several files is called; JSON. */
  headings: string
  /** Its file bears signatures of others: no page can be added to it. */
  isSignedBefore: boolean
}

/** Null for a document whose files were erased. */
export function pageViewer(
  document: Document,
  base: string,
  phrases: DashboardPhrasebook
): PageViewer | null {
  if (document.isErased) return null
  const { id, pages, pageCount, sealedSha256, canonicalSha256, sealedPages } = document
  const isSealed = sealedSha256 !== null
  return {
    file: sealedSha256 ?? canonicalSha256,
    src: `${base}/documents/${id}/view`,
    caption: captionOf(document, phrases),
    headings: headingsOf(document.files, phrases),
    isSignedBefore: document.takesNoPage,
    pageCount: isSealed ? (sealedPages ?? pageCount) : pageCount,
    sizes: JSON.stringify(pages.map(({ width, height }) => [width, height])),
    fields: JSON.stringify(
      isSealed ? [] : document.fields.map((field) => place(document, field, phrases))
    ),
  }
}

/** As `data-headings` of what shows pages. */
export function headingsOf(files: readonly PacketFile[], phrases: DashboardPhrasebook): string {
  return JSON.stringify(fileHeadings(files, phrases))
}

function captionOf(
  { status, sealedSha256, isCountersigned }: Document,
  { t }: DashboardPhrasebook
): string {
  if (sealedSha256 !== null)
    return t(isCountersigned ? 'documents.sealed_pdf' : 'documents.sealed_with_certificate')
  return t(status === 'draft' ? 'documents.as_it_will_be' : 'documents.as_shown')
}

/** What of a field one signer fills in, and where. */
export interface FieldLine {
  label: string
  page: number
}

/** In the order in which one reads. */
export function fieldLines(fields: readonly Field[], { t }: DashboardPhrasebook): FieldLine[] {
  return [...fields]
    .sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x)
    .map(({ type, page }) => ({ label: t(`sign.${type}`), page }))
}

function place(document: Document, field: Field, { t }: DashboardPhrasebook) {
  const { page, x, y, width, height, type, signerId } = field
  const at = document.signers.findIndex(({ id }) => id === signerId)
  const signer = document.signers[at]
  const label = `${t(`sign.${type}`)} · ${signer.name}`
  return { page, x, y, width, height, label, tone: at % TONES, done: signer.status === 'signed' }
}
