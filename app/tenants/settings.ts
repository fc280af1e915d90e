import { column } from '@adonisjs/lucid/orm'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import { EntitlementsProjection } from './entitlements_projection.js'

type Numbers = Pick<Settings, 'newTenantDays' | 'newTenantDocuments' | 'eraseAfterDays'>

const CAPPED = `update tenants set daily_documents = ? where capped_until > ? and daily_documents = ? returning id`

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

  /** Tenants that are still new and have the usual cap get the new number. In a transaction of the platform. */
  static async change(numbers: Numbers, client: TransactionClientContract): Promise<void> {
    const now = clock.now()
    const settings = await this.query({ client }).forUpdate().firstOrFail()
    const before = settings.newTenantDocuments
    await settings.merge({ ...numbers, updatedAt: now }).save()
    const { rows } = await client.rawQuery<{ rows: { id: string }[] }>(CAPPED, [
      settings.newTenantDocuments,
      now,
      before,
    ])
    await EntitlementsProjection.ask(
      rows.map(({ id }) => id),
      client
    )
  }
}
