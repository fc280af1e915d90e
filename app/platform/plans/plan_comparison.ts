import type Plan from '#app/tenants/plans/plan'
import { changesBetween, meterOf } from '#app/tenants/plans/plan_change'
import type Tenant from '#app/tenants/tenant'
import { UsageTotals } from '#app/tenants/usage/usage_totals'
import { ENTRIES } from './plan_form.js'
import { words } from './plan_preview.js'

/** What one tenant would gain and lose with another plan, in the order in which plans are read. */
export async function comparePlans(tenant: Tenant, now: Plan, to: Plan) {
  const changes = changesBetween(now.entitlements, to.entitlements)
  const used = await UsageTotals.ofThisMonth(tenant.id)
  return ENTRIES.flatMap(({ name, label }) => {
    const change = changes.find((one) => one.name === name)
    if (!change) return []
    const { from, to: then, isLess } = change
    const units = used[meterOf(name)] ?? 0
    const isBeyond = typeof then === 'number' && units > then
    return { label, before: words(from), after: words(then), isLess, used: isBeyond ? units : null }
  })
}
