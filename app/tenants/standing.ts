import { column } from '@adonisjs/lucid/orm'
import { AccountModel } from '#app/tenancy/account_model'
import type { Entitlements } from './plan.js'

/** Where a tenant stands with the platform: one row, projected into its account so that a unit never reads the platform. */
export default class Standing extends AccountModel {
  static table = 'standing'

  @column({ isPrimary: true })
  declare singleton: true

  @column()
  declare tenantId: string

  @column()
  declare slug: string

  @column()
  declare name: string

  /** The primary host of the dashboard, and that of signing links. */
  @column()
  declare host: string

  @column()
  declare signingHost: string

  @column()
  declare planKey: string

  @column()
  declare planName: string

  @column()
  declare entitlements: Entitlements

  @column()
  declare suspendedAt: Date | null

  static current(): Promise<Standing> {
    return this.query().firstOrFail()
  }
}
