import { column } from '@adonisjs/lucid/orm'
import type { Actor } from '#app/audit/actor'
import { AccountModel } from '#app/tenancy/models/account_model'
import { jsonColumn } from '#app/tenancy/models/json_column'
import type Brand from './brand.js'
import { valuesOf, type BrandValues } from './brand_values.js'

/** How many can be gone back to. */
const KEPT = 20

/** A brand as it was once saved. */
export default class BrandVersion extends AccountModel {
  static table = 'brand_versions'

  @column({ isPrimary: true })
  declare version: number

  @jsonColumn()
  declare look: Partial<BrandValues>

  @column()
  declare actorId: string | null

  @column()
  declare actorName: string

  @column()
  declare createdAt: Date

  /** Newest first. */
  static recent(): Promise<BrandVersion[]> {
    return this.query().orderBy('version', 'desc')
  }

  /** What it was before anybody changed it, so that the first change can be undone too. */
  static async keepFirst(brand: Brand): Promise<void> {
    const [any] = await this.query().limit(1)
    if (!any) await this.#insert(brand, null, 'The start')
  }

  static async keep(brand: Brand, by: Actor): Promise<void> {
    await this.#insert(brand, by.id, by.name)
    await this.query()
      .where('version', '<=', brand.version - KEPT)
      .delete()
  }

  static async #insert(brand: Brand, actorId: string | null, actorName: string): Promise<void> {
    const { version, updatedAt: createdAt, values: look } = brand
    await this.create({ version, look, actorId, actorName, createdAt })
  }

  get values(): BrandValues {
    return valuesOf(this.look)
  }
}
