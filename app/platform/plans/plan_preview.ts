import { PlanChange } from '#app/tenants/plans/plan_change'
import type Plan from '#app/tenants/plans/plan'
import { ENTRIES, type WantedPlan } from './plan_form.js'

const SHOWN_TENANTS = 20

/** Whom a change of a plan touches, and how, as a page tells it. */
export async function planPreview(plan: Plan, wanted: WantedPlan) {
  const { changes, tenants } = await PlanChange.preview(plan.key, wanted.entitlements)
  const differences = changes.map(({ name, from, to, isLess }) => ({
    ...{ label: labelOf(name), before: words(from), after: words(to), isLess },
    beyond: tenants.filter(({ exceeds }) => exceeds.includes(name)).length,
  }))
  return {
    total: tenants.length,
    // whom it hurts comes first
    tenants: tenants
      .toSorted((one, other) => other.exceeds.length - one.exceeds.length)
      .slice(0, SHOWN_TENANTS)
      .map((tenant) => ({ ...tenant, exceeds: tenant.exceeds.map(labelOf) })),
    differences: [...priceDifference(plan, wanted), ...differences],
  }
}

function priceDifference(plan: Plan, wanted: WantedPlan) {
  if (plan.priceCents === wanted.priceCents) return []
  const [before, after] = [priceOf(plan), priceOf(wanted)]
  return [{ label: `Price (${plan.currency})`, before, after, isLess: false, beyond: 0 }]
}

function priceOf({ priceCents }: { priceCents: number | null }): string {
  return priceCents === null ? 'by agreement' : (priceCents / 100).toFixed(2)
}

function labelOf(name: string): string {
  return ENTRIES.find((entry) => entry.name === name)?.label ?? name
}

export function words(value: unknown): string {
  if (value === null) return 'no limit'
  if (typeof value === 'number') return value.toLocaleString('en')
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}
