import type { HttpContext } from '@adonisjs/core/http'
import { actorOf, documentReply, foundDocument } from './found_document.js'
import { change } from '../idempotency/once.js'

export default class RemindersController {
  /** POST /api/v1/documents/:id/reminders */
  async store(ctx: HttpContext) {
    return change(ctx, async () => {
      const document = await foundDocument(ctx)
      return documentReply(ctx, await document.remind(actorOf(ctx)))
    })
  }
}
