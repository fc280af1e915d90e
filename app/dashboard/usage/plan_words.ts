import type { Entitlements } from '#app/tenants/plans/entitlements'

interface Fact {
  label: string
  /** What stands in a cell: words, or whether it is there at all. */
  of: (entitlements: Entitlements) => string | boolean
}

const SUPPORT: Record<Entitlements['support'], string | false> = {
  none: false,
  email: 'By email',
  priority: 'By email, with priority',
  dedicated: 'Dedicated',
}

/** What plans are compared by, in this order. */
const FACTS: readonly Fact[] = [
  { label: 'Documents a month', of: ({ documentsPerMonth }) => count(documentsPerMonth) },
  { label: 'Signatures a month', of: ({ signaturesPerMonth }) => count(signaturesPerMonth) },
  { label: 'Signers per document', of: ({ signersPerDocument }) => count(signersPerDocument) },
  { label: 'Members', of: ({ members }) => count(members) },
  { label: 'Full audit trail', of: ({ fullAudit }) => fullAudit },
  { label: 'Custom expiry dates', of: ({ customExpiry }) => customExpiry },
  { label: 'API for live documents', of: ({ apiLive }) => apiLive },
  { label: 'Templates by API', of: ({ apiFull }) => apiFull },
  { label: 'Webhooks', of: ({ webhookAttempts }) => attempts(webhookAttempts) },
  { label: 'Advanced analytics', of: ({ analytics }) => analytics },
  { label: 'Your own brand', of: ({ branding }) => branding },
  { label: 'Single sign-on', of: ({ sso }) => sso },
  { label: 'Your own domains', of: ({ customDomain }) => customDomain },
  { label: 'Email from your own domain', of: ({ senderDomain }) => senderDomain },
  { label: 'Reselling', of: ({ resell }) => resell },
  { label: 'Support', of: ({ support }) => SUPPORT[support] },
  { label: 'Service level agreement', of: ({ sla }) => sla },
  { label: 'Personal account manager', of: ({ accountManager }) => accountManager },
]

export interface PlanColumn {
  key: string
  name: string
  price: string
  entitlements: Entitlements
}

/** A row for each fact, with a cell for each plan. */
export function comparison(plans: readonly PlanColumn[]) {
  return FACTS.map(({ label, of }) => ({
    label,
    cells: plans.map(({ entitlements }) => of(entitlements)),
  }))
}

/** What the account can count on when it asks for help. */
export function supportWords({ support, sla, accountManager }: Entitlements): string[] {
  return [
    SUPPORT[support] ? `Support: ${SUPPORT[support].toLowerCase()}` : '',
    sla ? 'Service level agreement: 99.9 % availability' : '',
    accountManager ? 'A personal account manager' : '',
  ].filter(Boolean)
}

export function priceWords(cents: number | null, currency: string): string {
  if (cents === null) return 'By agreement'
  if (cents === 0) return 'Free of charge'
  const format = new Intl.NumberFormat('en', {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  })
  return `${format.format(cents / 100)} a month`
}

function count(limit: number | null): string {
  return limit === null ? 'Unlimited' : limit.toLocaleString('en')
}

function attempts(number: number): string | boolean {
  if (number === 0) return false
  return number === 1 ? 'One attempt' : `Up to ${number} attempts`
}
