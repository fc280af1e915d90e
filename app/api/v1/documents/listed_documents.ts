import Document from '#app/documents/document'
import { withParts } from '#app/documents/search/document_parts'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { DocumentFilter } from './document_filter.js'

export interface ListedDocuments {
  documents: Document[]
  hasMore: boolean
}

/** A page of documents, each with its signers and fields, in two batches however many there are. */
export async function listedDocuments(filter: DocumentFilter): Promise<ListedDocuments> {
  const [rows] = await CurrentTenant.batch([filter.statement])
  const documents = modelsOf(Document, rows.slice(0, filter.limit))
  return { documents: await withParts(documents), hasMore: rows.length > filter.limit }
}
