import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { submissionOf } from '../submission_of.js'
import { visibleDocument } from './visible_document.js'

export default class TrackingLinksController {
  /** POST /documents/:id/tracking-link: the old one leads nowhere from now on. */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    const { document } = await visibleDocument(ctx)
    const outcome = {
      back: `${dashboard.base}/documents/${document.id}`,
      done: phrasesOf(ctx).t('documents.tracking_link_new'),
    }
    return flashOutcome(ctx, outcome, () =>
      submissionOf(ctx).change(document.id, () => document.rotateTrackingLink(dashboard.actor(ctx)))
    )
  }
}
