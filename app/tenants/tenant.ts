import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '#app/tenancy/models/json_column'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import type { TenantRef } from '#app/tenancy/tenant_ref'
import type { NewTenant } from './provisioning/new_tenant.js'

export type TenantStatus = 'provisioning' | 'ready' | 'suspended' | 'deleted'

/** A customer of the platform, with schemas, hosts, a plan and a brand of its own. */
export default class Tenant extends PlatformModel {
  static table = 'tenants'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare slug: string

  @column()
  declare name: string

  @column()
  declare planKey: string

  @column()
  declare parentId: string | null

  @column()
  declare cell: string

  /** The eight characters that name this tenant in its API keys: routing, not secret. */
  @column()
  declare keyPrefix: string

  @column()
  declare status: TenantStatus

  /** What finishing it needs; `null` once it is ready. */
  @jsonColumn()
  declare wanted: NewTenant | null

  /** What its reseller keeps about it. */
  @jsonColumn()
  declare metadata: Record<string, string>

  /** The reseller that suspended it, or let its deletion begin; null when the platform did. */
  @column()
  declare suspendedBy: string | null

  @column()
  declare removedBy: string | null

  /** What its reseller's order is known by. */
  @column()
  declare orderKey: string | null

  @column()
  declare suspendedAt: Date | null

  /** Why an operator or its reseller suspended it; null also for one that only waits for its deletion. */
  @column()
  declare suspensionReason: string | null

  /** Also what was sent stands still. */
  @column()
  declare isFrozen: boolean

  /** The day on which it is erased, once that is decided. */
  @column()
  declare eraseAt: Date | null

  /** How many live documents it may send a day until it is known better. */
  @column()
  declare dailyDocuments: number | null

  @column()
  declare cappedUntil: Date | null

  @column()
  declare hasSandbox: boolean

  @column()
  declare version: number

  @column()
  declare createdAt: Date

  @column()
  declare updatedAt: Date

  get ref(): TenantRef {
    return { id: this.id, cell: this.cell }
  }

  /** Ready or suspended: what a half-made or deleted tenant is not. */
  get isReachable(): boolean {
    return this.status === 'ready' || this.status === 'suspended'
  }
}
