import type Document from '#app/documents/document'
import { documentsWithParts } from '#app/documents/search/documents_with_parts'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { DocumentFilter } from './document_filter.js'

export interface ListedDocuments {
  documents: Document[]
  hasMore: boolean
}

/** A page of documents, each with its signers and fields, in two batches however many there are. */
export async function listedDocuments({
  statement,
  limit,
}: DocumentFilter): Promise<ListedDocuments> {
  const [rows] = await CurrentTenant.batch([statement])
  return { documents: await documentsWithParts(rows.slice(0, limit)), hasMore: rows.length > limit }
}
