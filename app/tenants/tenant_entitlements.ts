import type { InputPath } from '#app/foundation/input_path'
import { column } from '@adonisjs/lucid/orm'
import { AccountModel } from '#app/tenancy/models/account_model'
import type { Environment } from '#app/foundation/environment'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { columnList } from '#app/tenancy/models/column_list'
import type { Statement } from '#app/tenancy/statement'
import {
  OPEN_IN_SANDBOX,
  type Entitlements,
  type Feature,
  type Limit,
} from './plans/entitlements.js'
import type { PlanInForce } from './plans/plan_in_force.js'
import FeatureNotInPlan from './errors/feature_not_in_plan.js'

/** What a grant without a number means, which earlier releases took. */
const UNLIMITED_PER_MINUTE = 100_000

/** A tenant's effective plan, limits, hosts and status: one row, projected into its account so that a unit never reads the platform. */
export default class TenantEntitlements extends AccountModel {
  static table = 'standing'

  /** Part of a batch that reads more; its row becomes a model. */
  static get reading(): Statement {
    return { text: `select ${columnList(TenantEntitlements)} from standing` }
  }

  @column({ isPrimary: true })
  declare singleton: true

  @column()
  declare tenantId: string

  @column()
  declare slug: string

  @column()
  declare name: string

  /** Who sells to it; `null` for a customer of the platform's own. */
  @column()
  declare parentId: string | null

  /** The primary host of the dashboard, and those of signing links and of the API. */
  @column()
  declare host: string

  @column()
  declare signingHost: string

  @column()
  declare apiHost: string

  @column()
  declare planKey: string

  @column()
  declare planName: string

  /** When the plan ends that it has on trial. */
  @column()
  declare planUntil: Date | null

  /** The plan's, with what was granted beside it. */
  @column({ columnName: 'entitlements' })
  declare values: Entitlements

  @column()
  declare suspendedAt: Date | null

  /** Suspended, and what was sent stands still as well. */
  @column()
  declare isFrozen: boolean

  /** The day on which the tenant is erased, once that is decided. */
  @column()
  declare eraseAt: Date | null

  /** There are tenants below it, or there were when this was last written. */
  @column()
  declare hasTenants: boolean

  static current(): Promise<TenantEntitlements> {
    return this.query().firstOrFail()
  }

  /** Whether the plan includes it. The one place where this is asked. */
  may(feature: Feature, environment: Environment = CurrentTenant.get().environment): boolean {
    const isOpen = environment === 'test' && OPEN_IN_SANDBOX.includes(feature)
    return isOpen || this.values[feature]
  }

  /** @throws FeatureNotInPlan */
  require(feature: Feature, path?: InputPath): void {
    if (!this.may(feature)) throw new FeatureNotInPlan(this.plan, feature, path)
  }

  get plan(): PlanInForce {
    return { key: this.planKey, name: this.planName }
  }

  /** The same tenant with other entitlements, to see what they would mean. Nothing is written. */
  under(values: Entitlements): TenantEntitlements {
    return new TenantEntitlements().merge({ ...this.$attributes, values })
  }

  /** Sells to others, or has tenants from when it did. */
  get isReseller(): boolean {
    return this.values.resell || this.hasTenants
  }

  /** What its programs may ask for in a minute. */
  get requestsPerMinute(): number {
    return (this.values.rateLimitPerMinute as number | null) ?? UNLIMITED_PER_MINUTE
  }

  /** How many the plan allows; `null` is no limit. */
  limit(name: Limit): number | null {
    return this.values[name]
  }
}
