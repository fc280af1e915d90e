import { column } from '@adonisjs/lucid/orm'
import { AccountModel } from '#app/tenancy/models/account_model'
import type { Language } from '#app/foundation/phrases/languages'
import { jsonColumn } from '#app/tenancy/models/json_column'
import type { Face } from './brand_faces.js'
import type { BrandValues, FinishedFile, OwnConsent, Radius } from './brand_values.js'
import { valuesOf } from './brand_values.js'

/** What a tenant has chosen of its own. What it shows is its `ShownBrand`. */
export default class Brand extends AccountModel implements BrandValues {
  static table = 'brand'

  @column({ isPrimary: true })
  declare singleton: true

  @column()
  declare name: string | null

  @column()
  declare tenantsName: string | null

  @column()
  declare logo: string | null

  @column()
  declare icon: string | null

  @column()
  declare color: string | null

  @column()
  declare linkColor: string | null

  @column()
  declare radius: Radius | null

  @column()
  declare font: Face | null

  @column()
  declare senderName: string | null

  @column()
  declare mailFooter: string | null

  @column()
  declare finishedFile: FinishedFile | null

  @column()
  declare supportEmail: string | null

  @column()
  declare imprintUrl: string | null

  @column()
  declare privacyUrl: string | null

  @column()
  declare termsUrl: string | null

  @jsonColumn()
  declare consent: OwnConsent | null

  @column()
  declare redirectUrl: string | null

  @column()
  declare redirectHosts: string[] | null

  @column()
  declare languages: Language[] | null

  @column()
  declare version: number

  @column()
  declare updatedAt: Date

  static current(): Promise<Brand> {
    return this.query().firstOrFail()
  }

  /** Locked until the unit ends, so that of two who change it at once the second sees what the first did. */
  static lock(): Promise<Brand> {
    return this.query().forUpdate().firstOrFail()
  }

  get values(): BrandValues {
    return valuesOf(this)
  }
}
