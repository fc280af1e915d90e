/** What a plan allows. `null` is no limit. */
export interface Entitlements {
  documentsPerMonth: number | null
  signersPerDocument: number | null
  signaturesPerMonth: number | null
  members: number | null
  apiLive: boolean
  /** What the API has beyond single documents, by live keys. */
  apiFull: boolean
  webhooks: boolean
  webhookAttempts: number
  fullAudit: boolean
  customExpiry: boolean
  analytics: boolean
  branding: boolean
  sso: boolean
  customDomain: boolean
  senderDomain: boolean
  resell: boolean
  rateLimitPerMinute: number
  dataResidency: boolean
  support: 'none' | 'email' | 'priority' | 'dedicated'
  sla: boolean
  accountManager: boolean
}

type NamesOf<Kind> = {
  [Name in keyof Entitlements]: Entitlements[Name] extends Kind ? Name : never
}[keyof Entitlements]

/** What a plan has or has not. */
export type Feature = NamesOf<boolean>

/** What people call each of them, as in “The Free plan does not include …”. */
export const FEATURE_WORDS: Readonly<Record<Feature, string>> = {
  apiLive: 'the API for live documents',
  apiFull: 'templates by API',
  webhooks: 'webhooks',
  fullAudit: 'the full audit trail',
  customExpiry: 'custom expiry dates',
  analytics: 'advanced analytics',
  branding: 'branding',
  sso: 'single sign-on',
  customDomain: 'domains of your own',
  senderDomain: 'mail from a domain of your own',
  resell: 'reselling',
  dataResidency: 'data residency',
  sla: 'a service level agreement',
  accountManager: 'a personal account manager',
}

/** What a plan has so many of. */
export type Limit = Exclude<NamesOf<number | null>, 'webhookAttempts' | 'rateLimitPerMinute'>

/** The sandbox offers all of this on every plan. */
export const OPEN_IN_SANDBOX: readonly Feature[] = [
  'apiFull',
  'webhooks',
  'fullAudit',
  'customExpiry',
  'analytics',
  'branding',
]
