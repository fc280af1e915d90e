/** What a plan allows. `null` is no limit. */
export interface Entitlements {
  documentsPerMonth: number | null
  signersPerDocument: number | null
  signaturesPerMonth: number | null
  members: number | null
  apiLive: boolean
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

/** What a plan has so many of. */
export type Limit = Exclude<NamesOf<number | null>, 'webhookAttempts' | 'rateLimitPerMinute'>

/** Whoever tries the service out tries all of this, on every plan. */
export const OPEN_IN_SANDBOX: readonly Feature[] = [
  'webhooks',
  'fullAudit',
  'customExpiry',
  'branding',
]
