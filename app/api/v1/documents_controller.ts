import type { HttpContext } from '@adonisjs/core/http'
import { visitOf } from '#app/front_door/visit'
import { recordLinkDisclosure } from '#app/documents/disclosure'
import Document from '#app/documents/document'
import { DocumentTransformer } from '#app/documents/document_transformer'
import { Draft } from '#app/documents/draft'
import { Upload } from '#app/documents/upload'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import { answer } from './answer.js'
import { DocumentFilter } from './document_filter.js'
import { signerLinks } from './document_links.js'
import { documentOrder } from './document_order.js'
import { documentPage } from './document_page.js'
import { bodyOf, fileOf, queryOf } from './input.js'
import { documentId } from './resource_id.js'
import { documentsQuery, documentValidator } from './validators/document_validator.js'

export default class DocumentsController {
  /** POST /api/v1/documents */
  async store(ctx: HttpContext) {
    const { send = true, ...wanted } = bodyOf(ctx, documentValidator)
    const file = fileOf(ctx)
    const upload = await Upload.accept(file.bytes, file.name || `${wanted.title}.pdf`)
    const { id } = await Draft.create(documentOrder(wanted, ctx), upload, { send })
    const document = await found(id)
    const { standing } = ctx.caller
    const shown = await DocumentTransformer.transform(document, { standing })
    const links = await signerLinks(document, standing)
    const location = `/api/v1/documents/${id}`
    return answer(ctx, 'document', { ...shown, signerLinks: links }, { status: 201, location })
  }

  /** GET /api/v1/documents: newest first, without signing links whatever the key. */
  async index(ctx: HttpContext) {
    const filter = new DocumentFilter(queryOf(ctx, documentsQuery))
    const { documents, hasMore } = await documentPage(filter)
    const { standing } = ctx.caller
    const shown = documents.map((document) => DocumentTransformer.transform(document, { standing }))
    const last = documents.at(-1)
    return answer(ctx, 'list', {
      data: (await Promise.all(shown)).map((one) => ({ ...one, object: 'document' })),
      hasMore,
      nextCursor: hasMore && last ? DocumentFilter.cursorAfter(last) : null,
    })
  }

  /** GET /api/v1/documents/:id */
  async show(ctx: HttpContext) {
    const document = await found(documentId(ctx))
    const { caller } = ctx
    const withLinks =
      caller.allows('links:read') && document.status !== 'draft' && !document.isErased
    const { standing } = caller
    const shown = await DocumentTransformer.transform(document, { standing, withLinks })
    if (!withLinks) return answer(ctx, 'document', shown)
    await discloseLinks(document, ctx)
    return answer(ctx, 'document', { ...shown, signerLinks: await signerLinks(document, standing) })
  }
}

async function found(id: string): Promise<Document> {
  const document = await Document.whole(id)
  if (!document) throw new DocumentNotFound()
  return document
}

/** Whoever sees a signing link can sign: the trail tells who could. */
function discloseLinks({ id, signers }: Document, { caller, request }: HttpContext): Promise<void> {
  return recordLinkDisclosure(
    id,
    signers.map((signer) => signer.id),
    caller.actor(visitOf(request))
  )
}
