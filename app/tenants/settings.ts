import { column } from '@adonisjs/lucid/orm'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { PlatformModel } from '#app/tenancy/platform_model'

/** Numbers of the platform that its operators change: one row. */
export default class Settings extends PlatformModel {
  static table = 'settings'

  @column({ isPrimary: true })
  declare singleton: true

  /** For how long a tenant is new, and how many live documents it may send a day as long. */
  @column()
  declare newTenantDays: number

  @column()
  declare newTenantDocuments: number

  /** How long a tenant waits for its deletion. */
  @column()
  declare eraseAfterDays: number

  @column()
  declare updatedAt: Date

  /** @param client  of the transaction that needs them: it must not wait for another connection */
  static current(client?: QueryClientContract): Promise<Settings> {
    return this.query({ client }).firstOrFail()
  }
}
