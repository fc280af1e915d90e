import { column } from '@adonisjs/lucid/orm'
import { AccountModel } from '#app/tenancy/account_model'

/** How a tenant appears on pages, in mails and in certificates. */
export default class Brand extends AccountModel {
  static table = 'brand'

  @column({ isPrimary: true })
  declare singleton: true

  @column()
  declare name: string

  /** `#rrggbb` */
  @column()
  declare color: string

  @column()
  declare supportEmail: string | null

  @column()
  declare version: number

  @column()
  declare updatedAt: Date

  static current(): Promise<Brand> {
    return this.query().firstOrFail()
  }

  get snapshot(): BrandSnapshot {
    return { name: this.name, color: this.color, supportEmail: this.supportEmail }
  }
}

/** The brand as it was when a document was sent: later edits do not rewrite history. */
export interface BrandSnapshot {
  name: string
  color: string
  supportEmail: string | null
}
