import { column } from '@adonisjs/lucid/orm'
import { PlatformModel } from '#app/tenancy/platform_model'

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

export default class Plan extends PlatformModel {
  static table = 'plans'

  @column({ isPrimary: true })
  declare key: string

  @column()
  declare name: string

  @column()
  declare position: number

  @column()
  declare priceCents: number | null

  @column()
  declare currency: string

  @column()
  declare entitlements: Entitlements
}
