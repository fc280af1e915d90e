import type { HttpContext } from '@adonisjs/core/http'
import Document, { type Alongside } from '#app/documents/document'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import { sharingOf } from '#app/documents/sharing/circle'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { DocumentPolicy } from '#app/identity/access/document_policy'
import type { Answers, Statement } from '#app/tenancy/statement'
import { readPage } from '../page.js'

/** The document of the address, if this user may do with it what the route is for: loading is authorising. @throws DocumentNotFound, DocumentAccessInsufficient */
export function visibleDocument(ctx: HttpContext): Promise<{ document: Document }> {
  return visibleDocumentWith(ctx, () => [])
}

/**
 * The same with what else its page shows.
 *
 * @param also  makes statements of the document's id
 * @param alongside  what is read of its row besides: `$extras` has it
 * @throws DocumentNotFound, DocumentAccessInsufficient
 */
export async function visibleDocumentWith<const Also extends readonly Statement[]>(
  ctx: HttpContext,
  also: (documentId: string) => Also,
  alongside?: Alongside
): Promise<{ document: Document; rows: Answers<Also> }> {
  const id = documentId(ctx)
  const [documents, signers, fields, ...rows] = await readPage(
    ctx,
    ...Document.readingVisible(id, ctx.dashboard.documentsOf, alongside),
    ...also(id)
  )
  const document = Document.from([documents, signers, fields])
  if (!document) throw new DocumentNotFound()
  DocumentPolicy.require(ctx.dashboard.documentAct, sharingOf(document).access)
  return { document, rows }
}

function documentId({ params, dashboard }: HttpContext): string {
  const id: unknown = params.id
  if (!isIdentifier('doc', id) || environmentOf(id) !== dashboard.environment)
    throw new DocumentNotFound()
  return id
}
