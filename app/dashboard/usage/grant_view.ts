import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type { Entitlements } from '#app/tenants/plans/entitlements'
import type { GrantInForce } from '#app/tenants/plans/plan_grant'

const WORDS: Partial<Record<keyof Entitlements, DashboardKey>> = {
  apiLive: 'usage.granted_api',
  apiFull: 'usage.granted_api_templates',
  webhooks: 'usage.granted_webhooks',
  webhookAttempts: 'usage.granted_attempts',
  fullAudit: 'usage.granted_trail',
  customExpiry: 'usage.granted_expiry',
  analytics: 'usage.granted_analytics',
  branding: 'usage.granted_brand',
  sso: 'usage.granted_sso',
  customDomain: 'usage.granted_domains',
  senderDomain: 'usage.granted_sender',
  resell: 'usage.granted_resale',
  documentsPerMonth: 'usage.granted_documents',
  signaturesPerMonth: 'usage.granted_signatures',
  signersPerDocument: 'usage.granted_signers',
  members: 'usage.granted_members',
  rateLimitPerMinute: 'usage.granted_calls',
  support: 'usage.granted_support',
}

/** What was given beside the plan, and until when. */
export function grantView(
  { id, planKey, entitlement, value, until }: GrantInForce,
  { t }: DashboardPhrasebook
) {
  if (planKey !== null || entitlement === null) return { id, until, text: t('usage.grant_trial') }
  const key = WORDS[entitlement]
  const what = key ? t(key) : entitlement
  if (typeof value === 'number')
    return { id, until, text: t('usage.grant_number', { value, what }) }
  if (value === null) return { id, until, text: t('usage.grant_unlimited', { what }) }
  const form = value === false ? 'usage.grant_without' : 'usage.grant_also'
  return { id, until, text: t(form, { what }) }
}
