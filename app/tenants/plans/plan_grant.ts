import { column } from '@adonisjs/lucid/orm'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { jsonColumn } from '#app/tenancy/models/json_column'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import type { Entitlements } from './entitlements.js'
import { EntitlementsProjection } from '../entitlements_projection.js'

interface Given {
  tenantId: string
  until: Date
  reason: string
  /** The id of the giver. */
  grantedBy: string
  planKey?: string | null
  entitlement?: string | null
  value?: unknown
}

/** What an account is told of one. */
export type GrantInForce = Pick<PlanGrant, 'id' | 'planKey' | 'entitlement' | 'value' | 'until'>

/** Another plan on trial, or one entitlement by hand: until a day, after which it ends by itself. */
export default class PlanGrant extends PlatformModel {
  static table = 'plan_grants'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare tenantId: string

  @column()
  declare planKey: string | null

  @column()
  declare entitlement: keyof Entitlements | null

  @jsonColumn()
  declare value: unknown

  @column()
  declare until: Date

  @column()
  declare reason: string

  @column()
  declare grantedBy: string

  @column()
  declare endedAt: Date | null

  @column()
  declare createdAt: Date

  /**
   * It holds as soon as the entitlements are projected, and the work that ends it waits for its day.
   *
   * @returns null when the same holds already: a form that is sent twice gives once
   */
  static async give(given: Given, trx: TransactionClientContract): Promise<string | null> {
    const { tenantId, until, reason, grantedBy, planKey = null, entitlement = null } = given
    const id = newId('grt')
    const value = entitlement === null ? null : JSON.stringify(given.value)
    await trx.from('tenants').where({ id: tenantId }).forUpdate()
    const same = { tenant_id: tenantId, plan_key: planKey, entitlement, until, ended_at: null }
    const known = trx.from('plan_grants').where(same)
    if (value !== null) known.whereRaw('value = ?::jsonb', [value])
    if (await known.first()) return null
    await trx.table('plan_grants').insert({
      ...{ id, until, reason, entitlement, value, created_at: clock.now() },
      ...{ tenant_id: tenantId, plan_key: planKey, granted_by: grantedBy },
    })
    await EntitlementsProjection.ask([tenantId], trx)
    await EntitlementsProjection.askAt(until, tenantId, trx)
    return id
  }

  /** Before its day. @returns false for one that has ended, or is another tenant's */
  static async end(id: string, tenantId: string, trx: TransactionClientContract): Promise<boolean> {
    const ended = await trx
      .from('plan_grants')
      .where({ id, tenant_id: tenantId })
      .whereNull('ended_at')
      .where('until', '>', clock.now())
      .update({ ended_at: clock.now() })
    if (Number(ended) === 0) return false
    await EntitlementsProjection.ask([tenantId], trx)
    return true
  }

  /** What a tenant has beside its plan, whichever that is; of two of a kind the newer holds. */
  static async entitlementsOf(tenantId: string): Promise<Partial<Entitlements>> {
    return PlanGrant.given(await PlanGrant.inForce(tenantId))
  }

  /** The same of those that are read already. @param grants  newest first */
  static given(
    grants: readonly Pick<GrantInForce, 'entitlement' | 'value'>[]
  ): Partial<Entitlements> {
    const single = grants.toReversed().filter(({ entitlement }) => entitlement !== null)
    return Object.fromEntries(single.map(({ entitlement, value }) => [entitlement, value]))
  }

  /** Those that hold now, newest first. */
  static inForce(tenantId: string, client?: QueryClientContract): Promise<PlanGrant[]> {
    return PlanGrant.query({ client })
      .where({ tenantId })
      .whereNull('endedAt')
      .where('until', '>', clock.now())
      .orderBy('createdAt', 'desc')
  }
}
