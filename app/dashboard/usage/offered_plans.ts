import Plan from '#app/tenants/plans/plan'
import { ResaleOffers } from '#app/tenants/resale/resale_offer'
import type Standing from '#app/tenants/standing'
import { priceWords, type PlanColumn } from './plan_words.js'

/** What this account can choose from, at the price of whoever sells to it: its reseller, or the platform. The plan it has comes along. */
export async function offeredPlans(standing: Standing): Promise<PlanColumn[]> {
  const plans = await Plan.query().orderBy('position')
  if (standing.parentId === null)
    return plans.map((plan) => column(plan, plan.priceCents, plan.currency))
  const offers = await ResaleOffers.of(standing.parentId)
  return plans.flatMap((plan) => {
    const offer = offers.find((one) => one.plan === plan.key)
    const isShown = offer?.isOffered || plan.key === standing.planKey
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
