import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '#app/tenancy/models/json_column'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import type { Entitlements } from './entitlements.js'

export type { Entitlements } from './entitlements.js'

/** A row of the price list: what it costs, and what it allows. */
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

  @jsonColumn()
  declare entitlements: Entitlements

  @column()
  declare updatedAt: Date

  /** The plan that somebody typed the key of, if there is one. */
  static async named(key: string): Promise<Plan | null> {
    const plans = await Plan.query().orderBy('position')
    return plans.find((plan) => plan.key === key) ?? null
  }
}
