import type { HttpContext } from '@adonisjs/core/http'
import { analyticsPeriod } from '#app/documents/analytics/analytics_period'
import {
  groups,
  steps,
  totals,
  type GroupRow,
  type StepRow,
  type TotalRow,
} from '#app/documents/analytics/analytics_statements'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'

export interface AnalyticsRows {
  totals: readonly TotalRow[]
  groups: readonly GroupRow[]
  steps: StepRow
}

/** Of the documents that this person sees, by the clock of the environment; after `readPage`, and on plans with analytics alone. */
export async function readAnalytics(ctx: HttpContext) {
  ctx.profile.entitlements.require('analytics')
  const audience = ctx.dashboard.documentsOf
  const period = analyticsPeriod(ctx.request.qs().days, tenantClock.now())
  const [counted, grouped, [reached]] = await CurrentTenant.batch([
    totals(audience, period),
    groups(audience, period),
    steps(audience, period),
  ])
  const rows: AnalyticsRows = { totals: counted, groups: grouped, steps: reached }
  return { period, rows }
}
