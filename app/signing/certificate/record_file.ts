import type Document from '#app/documents/document'
import { fileNameOf } from '#app/documents/files/file_name'
import { Certificate } from './certificate.js'
import { documentRecord, type RecordKind } from './document_record.js'

/** What is on record of a document, as a PDF to take along. */
export interface RecordFile {
  name: string
  bytes: Buffer
}

/**
 * The certificate of a document's end is kept; all others are made when they are asked for.
 *
 * @throws DocumentErased, EvidenceContradicted, FileDamaged
 */
export async function recordFile(document: Document, kind: RecordKind): Promise<RecordFile> {
  const isKept = kind === 'certificate' && document.endedAt !== null
  const made = isKept ? Certificate.of(document) : documentRecord(document.id, kind)
  return { name: fileNameOf(document.title, kind), bytes: Buffer.from(await made) }
}
