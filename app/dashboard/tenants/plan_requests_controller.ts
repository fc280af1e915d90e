import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { findTenant, openResale } from './resale_access.js'

const MAX_ANSWER = 500

export default class PlanRequestsController {
  /** POST /tenants/:id/requests/:request {decision, answer}: only the first decision counts. */
  async update(ctx: HttpContext) {
    const resale = await openResale(ctx)
    const { id, name } = await findTenant(ctx)
    const { decision, answer: typed } = ctx.request.body()
    const phrases = phrasesOf(ctx)
    const back = `/tenants/${id}`
    const answer = typedText(typed)
    const fault = faultOfLine(answer, MAX_ANSWER, phrases)
    if (fault) {
      flash(ctx, 'danger', fault)
      return ctx.response.redirect(back, false, 303)
    }
    const isGranted = decision === 'granted'
    const done = isGranted
      ? phrases.t('tenants.granted', { name })
      : phrases.t('tenants.request_declined')
    return flashOutcome(ctx, { back, done }, () =>
      resale.decide(id, String(ctx.params.request), { isGranted, answer: answer || null })
    )
  }
}
