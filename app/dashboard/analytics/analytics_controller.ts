import type { HttpContext } from '@adonisjs/core/http'
import { ANALYTICS_DAYS } from '#app/documents/analytics/analytics_period'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { analyticsView } from './analytics_view.js'
import { readAnalytics } from './read_analytics.js'

const VIEW = 'dashboard/analytics/show'

export default class AnalyticsController {
  /** GET /analytics: without figures where the plan does not include them. */
  async show(ctx: HttpContext) {
    await readPage(ctx)
    const { entitlements } = ctx.profile
    if (!entitlements.may('analytics'))
      return showPage(ctx, VIEW, { figures: null, planName: entitlements.planName, isOfAll: true })
    const { period, rows } = await readAnalytics(ctx)
    return showPage(ctx, VIEW, {
      period,
      choices: ANALYTICS_DAYS,
      figures: analyticsView(rows, phrasesOf(ctx)),
      isOfAll: ctx.dashboard.documentsOf === null,
    })
  }
}
