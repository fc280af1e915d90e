import type { HttpContext } from '@adonisjs/core/http'
import Document from '#app/documents/document'
import { change } from '../idempotency/once.js'
import { documentId } from '../input/resource_id.js'
import { actorOf, documentReply } from './found_document.js'

export default class TrackingLinksController {
  /** POST /api/v1/documents/:id/rotate-tracking-link */
  async store(ctx: HttpContext) {
    return change(ctx, async () => {
      const document = Document.reference(documentId(ctx))
      return documentReply(ctx, await document.rotateTrackingLink(actorOf(ctx)))
    })
  }
}
