import type { HttpContext } from '@adonisjs/core/http'
import Document from '#app/documents/document'
import Field from '#app/documents/field'
import Signer from '#app/documents/signers/signer'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import { isVisible } from '#app/identity/access/visibility'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'
import { readPage } from '../page.js'

const DOCUMENT = `select * from documents where id = $1 and ${isVisible('$2')}`
const SIGNERS = 'select * from signers where document_id = $1 order by position'
const FIELDS = 'select * from fields where document_id = $1 order by position'

/**
 * The document of the address, if it is one that this user may see, with what else its page shows: loading is authorising.
 *
 * @param also  statements that take the document's id as $1
 * @throws DocumentNotFound
 */
export async function visibleDocument(
  ctx: HttpContext,
  ...also: readonly string[]
): Promise<{ document: Document; rows: Row[][] }> {
  const id = documentId(ctx)
  const ofDocument = (text: string): Statement => ({ text, values: [id] })
  const [documents, signers, fields, ...rows] = await readPage(
    ctx,
    { text: DOCUMENT, values: [id, ctx.dashboard.documentsOf] },
    ...[SIGNERS, FIELDS, ...also].map(ofDocument)
  )
  if (documents.length === 0) throw new DocumentNotFound()
  const [document] = modelsOf(Document, documents)
  document.$setRelated('signers', modelsOf(Signer, signers))
  document.$setRelated('fields', modelsOf(Field, fields))
  return { document, rows }
}

function documentId({ params, dashboard }: HttpContext): string {
  const id: unknown = params.id
  if (!isIdentifier('doc', id) || environmentOf(id) !== dashboard.environment)
    throw new DocumentNotFound()
  return id
}
