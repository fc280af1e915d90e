import type { HttpContext } from '@adonisjs/core/http'
import { actorOf, documentReply, foundDocument } from './found_document.js'
import { change } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { voidValidator } from '../validators/document_validator.js'

export default class VoidsController {
  /** POST /api/v1/documents/:id/void */
  async store(ctx: HttpContext) {
    const { reason } = bodyOf(ctx, voidValidator)
    return change(ctx, async () => {
      const document = await foundDocument(ctx)
      const doing = { reason: reason || undefined, by: actorOf(ctx) }
      return documentReply(ctx, await document.void(doing))
    })
  }
}
