import type { ResaleTotal } from '#app/tenants/resale/resale_list'
import type { ResoldTenant } from '#app/tenants/resale/resold_tenant'
import { METERS } from '#app/tenants/usage/usage'
import { money } from './money.js'

const LABELS = {
  ready: 'Active',
  suspended: 'Suspended',
  provisioning: 'Being created',
  deleted: 'Deleted',
} as const

export const STATUSES = [
  { value: 'ready', label: LABELS.ready },
  { value: 'suspended', label: LABELS.suspended },
  { value: 'provisioning', label: LABELS.provisioning },
] as const

export function tenantView(tenant: ResoldTenant) {
  const { priceCents, wholesaleCents, currency, used, status } = tenant
  return {
    ...tenant,
    label: LABELS[status],
    isFrozen: false,
    documents: count(used.documents),
    signatures: count(used.signatures),
    price: money(priceCents, currency),
    wholesale: money(wholesaleCents, currency),
    isByAgreement: priceCents === null,
    isMade: status !== 'provisioning',
  }
}

export function monthViews(
  { entitlements }: ResoldTenant,
  months: readonly { month: string; used: Record<string, number> }[]
) {
  return months.map(({ month, used }) => ({
    month,
    meters: METERS.map((name) => ({ name, used: count(used[name]) })),
    limits: METERS.map((name) => entitlements[`${name}PerMonth`]),
  }))
}

/** What all tenants together bring in; one currency at a time, for they do not add up. */
export function totalViews(totals: readonly ResaleTotal[]) {
  return [...Map.groupBy(totals, ({ currency }) => currency)].map(([currency, lines]) => {
    const sum = (of: (line: ResaleTotal) => number) => lines.reduce((all, one) => all + of(one), 0)
    const revenue = sum(({ revenueCents }) => revenueCents)
    const cost = sum(({ costCents }) => costCents)
    return {
      tenants: sum(({ tenants }) => tenants),
      revenue: money(revenue, currency),
      cost: money(cost, currency),
      margin: money(revenue - cost, currency),
      isLoss: revenue < cost,
      lines: lines.map((line) => lineView(line, currency)),
    }
  })
}

function lineView({ planName, tenants, revenueCents, costCents }: ResaleTotal, currency: string) {
  return {
    planName,
    tenants,
    revenue: money(revenueCents, currency),
    cost: money(costCents, currency),
    margin: money(revenueCents - costCents, currency),
  }
}

function count(used: number | undefined): string {
  return (used ?? 0).toLocaleString('en')
}
