import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { RetentionRule } from '#app/portability/retention_rule'
import { phrasesOf } from '../language.js'
import { showDataPage } from './data_page.js'

const PAGE = '/settings/data'
const MAX_REASON = 1_000

export default class HoldsController {
  /** POST /settings/data/hold */
  async store(ctx: HttpContext) {
    const reason = typedText(ctx.request.body().reason)
    const phrases = phrasesOf(ctx)
    const error = reason ? faultOfText(reason, MAX_REASON, phrases) : phrases.t('data.reasonless')
    if (error) return showDataPage(ctx, { values: { reason }, errors: { reason: error } })
    await RetentionRule.hold(reason, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', phrases.t('data.held'))
    ctx.response.redirect(PAGE, false, 303)
  }

  /** POST /settings/data/hold/lift */
  async destroy(ctx: HttpContext) {
    await RetentionRule.lift(ctx.dashboard.actor(ctx))
    flash(ctx, 'success', phrasesOf(ctx).t('data.lifted'))
    ctx.response.redirect(PAGE, false, 303)
  }
}
