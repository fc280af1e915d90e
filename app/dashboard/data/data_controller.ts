import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { typedText } from '#app/front_door/bodies/typed_text'
import { MAX_DAYS, MIN_DAYS, RetentionRule } from '#app/portability/retention_rule'
import { showDataPage } from './data_page.js'

const PAGE = '/settings/data'
const WRONG = `Type a number of days between ${MIN_DAYS} and ${MAX_DAYS}, or nothing to keep everything.`

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
    if (!fits) return showDataPage(ctx, { values: { days: typed }, errors: { days: WRONG } })
    await RetentionRule.change(days, ctx.dashboard.actor(ctx))
    flash(
      ctx,
      'success',
      days === null
        ? 'Documents are kept until you erase them.'
        : `Finished documents are kept for ${days} days.`
    )
    ctx.response.redirect(PAGE, false, 303)
  }
}
