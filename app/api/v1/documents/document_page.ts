import Document from '#app/documents/document'
import Field from '#app/documents/field'
import Signer from '#app/documents/signers/signer'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { DocumentFilter } from './document_filter.js'

export interface DocumentPage {
  documents: Document[]
  hasMore: boolean
}

/** A page of documents, each with its signers and fields, in two batches however many there are. */
export async function documentPage(filter: DocumentFilter): Promise<DocumentPage> {
  const [rows] = await CurrentTenant.batch([filter.statement])
  const documents = modelsOf(Document, rows.slice(0, filter.limit))
  if (documents.length > 0) await fill(documents)
  return { documents, hasMore: rows.length > filter.limit }
}

async function fill(documents: readonly Document[]): Promise<void> {
  const ids = [documents.map(({ id }) => id)]
  const [signers, fields] = await CurrentTenant.batch([
    { text: 'select * from signers where document_id = any($1) order by position', values: ids },
    { text: 'select * from fields where document_id = any($1) order by position', values: ids },
  ])
  const signersOf = Map.groupBy(modelsOf(Signer, signers), ({ documentId }) => documentId)
  const fieldsOf = Map.groupBy(modelsOf(Field, fields), ({ documentId }) => documentId)
  for (const document of documents) {
    document.$setRelated('signers', signersOf.get(document.id) ?? [])
    document.$setRelated('fields', fieldsOf.get(document.id) ?? [])
  }
}
