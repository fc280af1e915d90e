import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '#app/tenancy/models/json_column'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import type { Findings } from './domain_findings.js'

export const PURPOSES = ['app', 'signing', 'api'] as const
export type Purpose = (typeof PURPOSES)[number]

/** A host is one name; a base is what the owner's tenants live right below. */
export type DomainKind = 'host' | 'base'

export type DomainStatus = 'pending' | 'active' | 'failing' | 'suspended' | 'released'

/** A claim waits for its records; one that is held was verified, and is its tenant's alone; one that is served leads to its tenant. */
export const HELD = ['active', 'failing', 'suspended'] as const satisfies DomainStatus[]
export const SERVED = ['active', 'failing'] as const satisfies DomainStatus[]

/** Of the random value that its owner writes into the DNS. */
export const CHALLENGE_CHARACTERS = 32

/** A host of a tenant's own. `<slug>.<platform domain>` exists for every tenant and has no row. */
export default class Domain extends PlatformModel {
  static table = 'domains'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare tenantId: string

  @column()
  declare kind: DomainKind

  /** In lower case, and with letters beyond ASCII as punycode. */
  @column()
  declare host: string

  @column()
  declare purposes: Purpose[]

  /** For which of them links are built from it, by choice. */
  @column()
  declare primaryFor: Purpose[]

  @column()
  declare status: DomainStatus

  /** What its owner writes into its DNS. */
  @column()
  declare challenge: string

  @jsonColumn()
  declare findings: Findings | null

  @column()
  declare verifiedAt: Date | null

  @column()
  declare checkedAt: Date | null

  @column()
  declare failingSince: Date | null

  /** When its owners were told that suspension is near. */
  @column()
  declare warnedAt: Date | null

  /** Suspended or released: until when nobody else may claim it. */
  @column()
  declare keptUntil: Date | null

  @column()
  declare createdAt: Date

  @column()
  declare updatedAt: Date

  get isServed(): boolean {
    return (SERVED as readonly DomainStatus[]).includes(this.status)
  }

  get isHeld(): boolean {
    return (HELD as readonly DomainStatus[]).includes(this.status)
  }

  /** New links may be built from it: its name led here when it was last looked up, though its proof may be missing. */
  get isLinked(): boolean {
    if (this.status !== 'failing') return this.status === 'active'
    return this.findings?.records.find(({ about }) => about === 'address')?.verdict === 'found'
  }
}
