import type { HttpContext } from '@adonisjs/core/http'
import { rotateTrackingLink } from '#app/documents/tracking/tracking_link'
import { change } from '../idempotency/once.js'
import { documentId } from '../input/resource_id.js'
import { actorOf, documentReply } from './found_document.js'

export default class TrackingLinksController {
  /** POST /api/v1/documents/:id/rotate-tracking-link */
  async store(ctx: HttpContext) {
    return change(ctx, async () =>
      documentReply(ctx, await rotateTrackingLink(documentId(ctx), actorOf(ctx)))
    )
  }
}
