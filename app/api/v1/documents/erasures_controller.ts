import type { HttpContext } from '@adonisjs/core/http'
import { actorOf, documentReply, foundDocument, wholeDocument } from './found_document.js'
import { change } from '../idempotency/once.js'

export default class ErasuresController {
  /** POST /api/v1/documents/:id/erase: answers with what is left of it. */
  async store(ctx: HttpContext) {
    return change(ctx, async () => {
      const document = await foundDocument(ctx)
      const { id } = await document.erase({ by: actorOf(ctx), reason: 'request' })
      return documentReply(ctx, await wholeDocument(id))
    })
  }
}
