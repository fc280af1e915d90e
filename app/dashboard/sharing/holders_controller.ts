import type { HttpContext } from '@adonisjs/core/http'
import { Sharing } from '#app/documents/sharing/sharing'
import { embedded } from '#app/foundation/printable_text'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flashOutcome } from '../flash_outcome.js'
import { visibleDocument } from '../documents/visible_document.js'
import { submissionOf } from '../submission_of.js'
import { chosenRecipient, NOBODY } from './chosen_recipient.js'
import { showSharing } from './sharing_page.js'

export default class HoldersController {
  /** POST /documents/:id/holder: afterwards the one who moved it may see it no longer. */
  async update(ctx: HttpContext) {
    const { dashboard } = ctx
    const submission = submissionOf(ctx)
    // sent twice: the first one may have taken it out of sight
    const earlier = await submission.earlier()
    if (earlier) return ctx.response.redirect(placeAfter(ctx, earlier.id), false, 303)
    const { document } = await visibleDocument(ctx)
    const value = typedText(ctx.request.body().holder)
    const recipient = await chosenRecipient(value)
    if (!recipient) return showSharing(ctx, { field: 'holder', value, error: NOBODY })
    const outcome = {
      back: placeAfter(ctx, recipient.id),
      done: `The document belongs to ${embedded(recipient.name)} now.`,
    }
    return flashOutcome(ctx, outcome, () =>
      submission.change(recipient.id, () =>
        new Sharing(document.id, dashboard.actor(ctx)).move(recipient.id)
      )
    )
  }
}

/** Its page, or the list for somebody who sees it no longer. */
function placeAfter({ dashboard, params }: HttpContext, holderId: string): string {
  const { documentsOf: audience, base } = dashboard
  const staysVisible = audience === null || audience.includes(holderId)
  return `${base}/documents${staysVisible ? `/${String(params.id)}` : ''}`
}
