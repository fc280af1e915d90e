import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { faultOfText, typedText } from '#app/front_door/bodies/typed_text'
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
      : 'Say why: whoever wants to lift the hold has to know.'
    if (error) return showDataPage(ctx, { values: { reason }, errors: { reason: error } })
    await RetentionRule.hold(reason, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', 'The account is under a legal hold. Nothing is erased.')
    ctx.response.redirect(PAGE, false, 303)
  }

  /** POST /settings/data/hold/lift */
  async destroy(ctx: HttpContext) {
    await RetentionRule.lift(ctx.dashboard.actor(ctx))
    flash(ctx, 'success', 'The legal hold is lifted.')
    ctx.response.redirect(PAGE, false, 303)
  }
}
