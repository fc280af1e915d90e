import type { Actor } from '#app/audit/actor'
import type { DocumentChange } from './document_change.js'

/** A file of a document that somebody can download. */
export type DownloadKind = 'original' | 'canonical' | 'sealed' | 'certificate' | 'attachment'

/** One entry and one event for each answer that holds the first byte of a file; what the signing page loads for itself is none. */
export function recordDownload(change: DocumentChange, file: DownloadKind, by: Actor): void {
  change.log({ action: 'document.downloaded', actor: by, details: { file } })
  if (change.document.status !== 'draft') change.emit('document.downloaded', { file })
}
