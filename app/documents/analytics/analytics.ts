import type { Audience } from '#app/identity/access/visibility'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { AnalyticsPeriod } from './analytics_period.js'
import {
  groups,
  series,
  steps,
  totals,
  type GroupRow,
  type SeriesRow,
  type StepRow,
  type TotalRow,
} from './analytics_statements.js'

export interface AnalyticsRows {
  totals: readonly TotalRow[]
  groups: readonly GroupRow[]
  steps: StepRow
  /** One for each day or week of the period, also of those without documents. */
  series: readonly SeriesRow[]
}

/** What became of the documents of a period that the audience sees, in one batch however many there are. */
export async function analyticsRows(
  audience: Audience,
  period: AnalyticsPeriod
): Promise<AnalyticsRows> {
  const [counted, grouped, [reached], curve] = await CurrentTenant.batch([
    totals(audience, period),
    groups(audience, period),
    steps(audience, period),
    series(audience, period),
  ])
  return { totals: counted, groups: grouped, steps: reached, series: curve }
}
