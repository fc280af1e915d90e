import type { HttpContext } from '@adonisjs/core/http'
import Document from '#app/documents/document'
import { DocumentTransformer } from '#app/documents/document_transformer'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import { visitOf } from '#app/front_door/visit'
import { answer } from './answer.js'
import { documentId } from './resource_id.js'

export default class ErasuresController {
  /** POST /api/v1/documents/:id/erase: answers with what is left of it. */
  async store(ctx: HttpContext) {
    const document = await Document.whole(documentId(ctx))
    if (!document) throw new DocumentNotFound()
    const { caller, request } = ctx
    const by = caller.actor(visitOf(request))
    const { id } = await document.erase({ by, reason: 'request' })
    const erased = await Document.whole(id)
    if (!erased) throw new DocumentNotFound()
    const { standing } = caller
    return answer(ctx, 'document', await DocumentTransformer.transform(erased, { standing }))
  }
}
