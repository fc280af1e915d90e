import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type { Entitlements } from '#app/tenants/plans/entitlements'

interface Fact {
  label: DashboardKey
  /** What stands in a cell: words, or whether it is there at all. */
  of: (entitlements: Entitlements, phrases: DashboardPhrasebook) => string | boolean
}

/** What plans are compared by, in this order. */
const FACTS: readonly Fact[] = [
  {
    label: 'usage.fact_documents',
    of: ({ documentsPerMonth }, phrases) => count(documentsPerMonth, phrases),
  },
  {
    label: 'usage.fact_signatures',
    of: ({ signaturesPerMonth }, phrases) => count(signaturesPerMonth, phrases),
  },
  {
    label: 'usage.fact_signers',
    of: ({ signersPerDocument }, phrases) => count(signersPerDocument, phrases),
  },
  { label: 'usage.fact_members', of: ({ members }, phrases) => count(members, phrases) },
  { label: 'usage.fact_trail', of: ({ fullAudit }) => fullAudit },
  { label: 'usage.fact_expiry', of: ({ customExpiry }) => customExpiry },
  { label: 'usage.fact_api', of: ({ apiLive }) => apiLive },
  { label: 'usage.fact_api_templates', of: ({ apiFull }) => apiFull },
  {
    label: 'usage.fact_webhooks',
    of: ({ webhookAttempts }, phrases) => attempts(webhookAttempts, phrases),
  },
  { label: 'usage.fact_analytics', of: ({ analytics }) => analytics },
  { label: 'usage.fact_brand', of: ({ branding }) => branding },
  { label: 'usage.fact_sso', of: ({ sso }) => sso },
  { label: 'usage.fact_domains', of: ({ customDomain }) => customDomain },
  { label: 'usage.fact_sender', of: ({ senderDomain }) => senderDomain },
  { label: 'usage.fact_resale', of: ({ resell }) => resell },
  {
    label: 'usage.fact_support',
    of: ({ support }, { t }) => support !== 'none' && t(`usage.support_${support}`),
  },
  { label: 'usage.fact_sla', of: ({ sla }) => sla },
  { label: 'usage.fact_manager', of: ({ accountManager }) => accountManager },
]

export interface PlanColumn {
  key: string
  name: string
  price: string
  kind: PriceKind
  entitlements: Entitlements
  /** It can be asked for. */
  isOffered: boolean
}

/** A row for each fact, with a cell for each plan. */
export function comparison(plans: readonly PlanColumn[], phrases: DashboardPhrasebook) {
  return FACTS.map(({ label, of }) => ({
    label: phrases.t(label),
    cells: plans.map(({ entitlements }) => of(entitlements, phrases)),
  }))
}

/** What the account can count on when it asks for help. */
export function supportWords(
  { support, sla, accountManager }: Entitlements,
  { t }: DashboardPhrasebook
): string[] {
  return [
    support === 'none' ? '' : t(`usage.support_line_${support}`),
    sla ? t('usage.sla_line') : '',
    accountManager ? t('usage.manager_line') : '',
  ].filter(Boolean)
}

type PriceKind = 'agreement' | 'free' | 'monthly'

export function priceKind(cents: number | null): PriceKind {
  if (cents === null) return 'agreement'
  return cents === 0 ? 'free' : 'monthly'
}

export function priceWords(
  cents: number | null,
  currency: string,
  { t, language }: DashboardPhrasebook
): string {
  if (cents === null) return t('usage.by_agreement')
  if (cents === 0) return t('usage.free')
  const format = new Intl.NumberFormat(language, {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  })
  return t('usage.a_month', { price: format.format(cents / 100) })
}

function count(limit: number | null, { t, locale }: DashboardPhrasebook): string {
  return limit === null ? t('usage.unlimited') : limit.toLocaleString(locale)
}

function attempts(number: number, { t }: DashboardPhrasebook): string | boolean {
  return number !== 0 && t('usage.attempts', { count: number })
}
