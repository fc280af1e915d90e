import type { HttpContext } from '@adonisjs/core/http'
import { analyticsRows } from '#app/documents/analytics/analytics'
import { analyticsPeriod } from '#app/documents/analytics/analytics_period'
import type { GroupRow } from '#app/documents/analytics/analytics_statements'
import { outcomes, reached, steps as stepsOf } from '#app/documents/analytics/figures'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { answer } from '../answer/answer.js'
import { queryOf } from '../input/input.js'
import { ANALYTICS_ANSWER } from '../schemas/analytics.js'
import { analyticsQuery } from '../validators/analytics_validator.js'

export default class AnalyticsController {
  /** GET /api/v1/analytics */
  async show(ctx: HttpContext) {
    const { days } = queryOf(ctx, analyticsQuery)
    const period = analyticsPeriod(days, tenantClock.now())
    const { totals, groups, steps, series } = await analyticsRows(
      ctx.caller.principal.documentsOf,
      period
    )
    const of = (isRecent: boolean) => totals.find((row) => row.is_recent === isRecent)
    const grouped = (kind: GroupRow['kind']) =>
      groups
        .filter((row) => row.kind === kind)
        .map((row) => ({ id: row.key, name: row.name, ...outcomes(row), signers: stepsOf(row) }))
    return answer(ctx, ANALYTICS_ANSWER, {
      days: period.days,
      from: period.from.toISOString(),
      until: period.until.toISOString(),
      documents: outcomes(of(true)),
      before: { from: period.before.toISOString(), ...outcomes(of(false)) },
      signers: reached(steps),
      span: period.span,
      series: series.map(({ day, sent, completed }) => ({ day, sent, completed })),
      templates: grouped('template'),
      senders: grouped('sender'),
    })
  }
}
