import type { HttpContext } from '@adonisjs/core/http'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { submissionOf } from '../submission_of.js'
import { visibleDocument } from './visible_document.js'

export default class SendingsController {
  /** POST /documents/:id/send */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    const { document } = await visibleDocument(ctx)
    dashboard.requireOpenAccount()
    const outcome = {
      back: `${dashboard.base}/documents/${document.id}`,
      done: phrasesOf(ctx).t('documents.sent_off'),
      state: 'pending',
    }
    return flashOutcome(ctx, outcome, () =>
      submissionOf(ctx).change(document.id, () =>
        document.send(dashboard.actor(ctx), typedText(ctx.request.body().version) || undefined)
      )
    )
  }
}
