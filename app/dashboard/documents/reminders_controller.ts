import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '#app/front_door/pages/flash_outcome'
import { submissionOf } from '../submission_of.js'
import { visibleDocument } from './visible_document.js'

export default class RemindersController {
  /** POST /documents/:id/reminders */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    const { document } = await visibleDocument(ctx)
    const outcome = {
      back: `${dashboard.base}/documents/${document.id}`,
      done: 'The reminder is on its way.',
    }
    return flashOutcome(ctx, outcome, () =>
      submissionOf(ctx).change(document.id, () => document.remind(dashboard.actor(ctx)))
    )
  }
}
