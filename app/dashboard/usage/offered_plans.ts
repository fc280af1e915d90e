import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import Plan from '#app/tenants/plans/plan'
import { ResaleOffers } from '#app/tenants/resale/resale_offer'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import { priceKind, priceWords, type PlanColumn } from './plan_words.js'

/** What this account can choose from, at the price of its seller (the reseller, or the platform), along with its current plan. */
export async function offeredPlans(
  entitlements: TenantEntitlements,
  phrases: DashboardPhrasebook
): Promise<PlanColumn[]> {
  const plans = await Plan.query().orderBy('position')
  if (entitlements.parentId === null)
    return plans.map((plan) => column(plan, plan.priceCents, phrases))
  const offers = await ResaleOffers.of(entitlements.parentId)
  return plans.flatMap((plan) => {
    const offer = offers.find((one) => one.plan === plan.key)
    const isShown = offer?.isOffered || plan.key === entitlements.planKey
    return isShown ? [column(plan, offer?.priceCents ?? null, phrases)] : []
  })
}

function column(
  { key, name, entitlements, currency }: Plan,
  cents: number | null,
  phrases: DashboardPhrasebook
): PlanColumn {
  const price = priceWords(cents, currency, phrases)
  return { key, name, entitlements, price, kind: priceKind(cents) }
}
