import type PlanGrant from '#app/tenants/plans/plan_grant'

const WORDS: Record<string, string> = {
  apiLive: 'API for live documents',
  apiFull: 'templates by API',
  webhooks: 'webhooks',
  webhookAttempts: 'attempts per webhook',
  fullAudit: 'full audit trail',
  customExpiry: 'custom expiry dates',
  analytics: 'advanced analytics',
  branding: 'your own brand',
  sso: 'single sign-on',
  customDomain: 'your own domains',
  senderDomain: 'email from your own domain',
  resell: 'reselling',
  documentsPerMonth: 'documents a month',
  signaturesPerMonth: 'signatures a month',
  signersPerDocument: 'signers per document',
  members: 'members',
  rateLimitPerMinute: 'API calls per minute',
  support: 'support',
}

/** What was given beside the plan, and until when. */
export function grantView({ id, planKey, entitlement, value, until }: PlanGrant) {
  if (planKey !== null || entitlement === null)
    return { id, until, text: 'Your present plan is a trial' }
  const words = WORDS[entitlement] ?? entitlement
  if (typeof value === 'number')
    return { id, until, text: `${value.toLocaleString('en')} ${words}` }
  if (value === null) return { id, until, text: `Unlimited ${words}` }
  return { id, until, text: value === false ? `Without ${words}` : `Also ${words}` }
}
