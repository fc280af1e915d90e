import Plan from '#app/tenants/plans/plan'
import { ResaleOffers } from '#app/tenants/resale/resale_offer'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import { priceWords, type PlanColumn } from './plan_words.js'

/** What this account can choose from, at the price of its seller (the reseller, or the platform), along with its current plan. */
export async function offeredPlans(entitlements: TenantEntitlements): Promise<PlanColumn[]> {
  const plans = await Plan.query().orderBy('position')
  if (entitlements.parentId === null)
    return plans.map((plan) => column(plan, plan.priceCents, plan.currency))
  const offers = await ResaleOffers.of(entitlements.parentId)
  return plans.flatMap((plan) => {
    const offer = offers.find((one) => one.plan === plan.key)
    const isShown = offer?.isOffered || plan.key === entitlements.planKey
    return isShown ? [column(plan, offer?.priceCents ?? null, plan.currency)] : []
  })
}

function column(
  { key, name, entitlements }: Plan,
  priceCents: number | null,
  currency: string
): PlanColumn {
  return { key, name, entitlements, price: priceWords(priceCents, currency) }
}
