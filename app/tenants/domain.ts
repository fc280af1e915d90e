import { column } from '@adonisjs/lucid/orm'
import { PlatformModel } from '#app/tenancy/platform_model'

export type Purpose = 'app' | 'signing' | 'api'

/** A host of a tenant's own. `<slug>.<platform domain>` exists for every tenant and has no row. */
export default class Domain extends PlatformModel {
  static table = 'domains'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare tenantId: string

  @column()
  declare host: string

  @column()
  declare purposes: Purpose[]

  @column()
  declare isPrimary: boolean

  @column()
  declare status: 'pending' | 'active' | 'suspended' | 'released'
}
