import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { typedText } from '#app/front_door/bodies/typed_text'
import { MAX_DAYS, MIN_DAYS, RetentionRule } from '#app/portability/retention_rule'
import { phrasesOf } from '../language.js'
import { showDataPage } from './data_page.js'

const PAGE = '/settings/data'

export default class DataController {
  /** GET /settings/data */
  async show(ctx: HttpContext) {
    return showDataPage(ctx)
  }

  /** POST /settings/data/retention */
  async update(ctx: HttpContext) {
    const typed = typedText(ctx.request.body().days)
    const days = typed === '' ? null : Number(typed)
    const fits = days === null || (/^\d+$/.test(typed) && days >= MIN_DAYS && days <= MAX_DAYS)
    const { t } = phrasesOf(ctx)
    if (!fits) {
      const wrong = t('data.wrong_days', { min: MIN_DAYS, max: String(MAX_DAYS) })
      return showDataPage(ctx, { values: { days: typed }, errors: { days: wrong } })
    }
    await RetentionRule.change(days, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', days === null ? t('data.kept_now') : t('data.kept_for', { days }))
    ctx.response.redirect(PAGE, false, 303)
  }
}
