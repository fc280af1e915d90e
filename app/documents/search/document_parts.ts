import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type Document from '../document.js'
import Field from '../field.js'
import Signer from '../signers/signer.js'

/** The same documents with their signers and fields, in one batch however many there are. */
export async function withParts(documents: Document[]): Promise<Document[]> {
  if (documents.length === 0) return documents
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
  return documents
}
