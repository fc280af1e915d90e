import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { ResaleTotal } from '#app/tenants/resale/resale_list'
import type { ResoldTenant } from '#app/tenants/resale/resold_tenant'
import { METERS } from '#app/tenants/usage/meter'
import { money, monthly } from './money.js'

/** What the list can be narrowed down to. */
export const STATUSES = ['ready', 'suspended', 'provisioning'] as const

export function tenantView(tenant: ResoldTenant, phrases: DashboardPhrasebook) {
  const { priceCents, wholesaleCents, currency, used, status } = tenant
  return {
    ...tenant,
    label: phrases.t(`tenants.status_${status}`),
    isFrozen: false,
    documents: count(used.documents, phrases),
    signatures: count(used.signatures, phrases),
    price: money(priceCents, currency, phrases),
    monthlyPrice: monthly(priceCents, currency, phrases),
    monthlyWholesale: monthly(wholesaleCents, currency, phrases),
    isMade: status !== 'provisioning',
  }
}

export function monthViews(
  { entitlements }: ResoldTenant,
  months: readonly { month: string; used: Record<string, number> }[],
  phrases: DashboardPhrasebook
) {
  return months.map(({ month, used }) => ({
    month,
    meters: METERS.map((name) => ({ name, used: count(used[name], phrases) })),
    limits: METERS.map((name) => entitlements[`${name}PerMonth`]),
  }))
}

/** What all tenants together bring in; one currency at a time, for they do not add up. */
export function totalViews(totals: readonly ResaleTotal[], phrases: DashboardPhrasebook) {
  return [...Map.groupBy(totals, ({ currency }) => currency)].map(([currency, lines]) => {
    const sum = (of: (line: ResaleTotal) => number) => lines.reduce((all, one) => all + of(one), 0)
    const revenue = sum(({ revenueCents }) => revenueCents)
    const cost = sum(({ costCents }) => costCents)
    return {
      tenants: sum(({ tenants }) => tenants),
      revenue: money(revenue, currency, phrases),
      cost: money(cost, currency, phrases),
      margin: money(revenue - cost, currency, phrases),
      isLoss: revenue < cost,
      lines: lines.map((line) => lineView(line, currency, phrases)),
    }
  })
}

function lineView(
  { planName, tenants, revenueCents, costCents }: ResaleTotal,
  currency: string,
  phrases: DashboardPhrasebook
) {
  return {
    planName,
    tenants,
    revenue: money(revenueCents, currency, phrases),
    cost: money(costCents, currency, phrases),
    margin: money(revenueCents - costCents, currency, phrases),
  }
}

function count(used: number | undefined, { locale }: DashboardPhrasebook): string {
  return (used ?? 0).toLocaleString(locale)
}
