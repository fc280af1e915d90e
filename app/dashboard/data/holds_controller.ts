import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { RetentionRule } from '#app/portability/retention_rule'
import { showDataPage } from './data_page.js'

const PAGE = '/settings/data'
const MAX_REASON = 1_000

export default class HoldsController {
  /** POST /settings/data/hold */
  async store(ctx: HttpContext) {
    const reason = typedText(ctx.request.body().reason)
    const error = reason
      ? faultOfText(reason, MAX_REASON)
      : 'Enter a reason, so that others can decide later whether to lift the hold.'
    if (error) return showDataPage(ctx, { values: { reason }, errors: { reason: error } })
    await RetentionRule.hold(reason, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', 'The account is now under a legal hold. Nothing will be erased.')
    ctx.response.redirect(PAGE, false, 303)
  }

  /** POST /settings/data/hold/lift */
  async destroy(ctx: HttpContext) {
    await RetentionRule.lift(ctx.dashboard.actor(ctx))
    flash(ctx, 'success', 'The legal hold has been lifted.')
    ctx.response.redirect(PAGE, false, 303)
  }
}
