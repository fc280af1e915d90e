import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { OfferedPlan } from '#app/tenants/plans/plan_overview'
import { priceKind, priceWords, type PlanColumn } from './plan_words.js'

/** With their prices in words. */
export function planColumns(
  plans: readonly OfferedPlan[],
  phrases: DashboardPhrasebook
): PlanColumn[] {
  return plans.map(({ key, name, entitlements, currency, priceCents, isOffered }) => ({
    ...{ key, name, entitlements, kind: priceKind(priceCents), isOffered },
    price: priceWords(priceCents, currency, phrases),
  }))
}
