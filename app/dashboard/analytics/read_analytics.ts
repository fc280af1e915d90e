import type { HttpContext } from '@adonisjs/core/http'
import { analyticsRows } from '#app/documents/analytics/analytics'
import { analyticsPeriod } from '#app/documents/analytics/analytics_period'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'

/** Of the documents that this person sees, by the clock of the environment; after `readPage`, and on plans with analytics alone. */
export async function readAnalytics(ctx: HttpContext) {
  ctx.profile.entitlements.require('analytics')
  const period = analyticsPeriod(ctx.request.qs().days, tenantClock.now())
  return { period, rows: await analyticsRows(ctx.dashboard.documentsOf, period) }
}
