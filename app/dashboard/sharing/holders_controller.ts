import type { HttpContext } from '@adonisjs/core/http'
import { Sharing } from '#app/documents/sharing/sharing'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { visibleDocument } from '../documents/visible_document.js'
import { submissionOf } from '../submission_of.js'
import { chosenRecipient } from './chosen_recipient.js'
import { showSharing, tellsThem } from './sharing_page.js'

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
    const tells = tellsThem(ctx)
    const { t } = phrasesOf(ctx)
    if (!recipient)
      return showSharing(ctx, { field: 'holder', value, error: t('sharing.no_recipient'), tells })
    const outcome = {
      back: placeAfter(ctx, recipient.id),
      done: t('sharing.moved', { name: recipient.name }),
    }
    return flashOutcome(ctx, outcome, () =>
      submission.change(recipient.id, () =>
        new Sharing(document.id, dashboard.actor(ctx)).move(recipient.id, { tells })
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
