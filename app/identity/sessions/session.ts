import { column } from '@adonisjs/lucid/orm'
import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { AccountModel } from '#app/tenancy/models/account_model'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { noteInPassing } from '#app/tenancy/passing_note'
import type { SupportSession } from './support_session.js'
import type { RowOf } from '#app/tenancy/row'
import type { TeamName } from '../teams/team.js'
import type User from '../users/user.js'

const IDLE_MS = 14 * DAY_MS

/** For how long a proof of who one is counts before what matters most: keys, roles, ownership, erasure. */
const FRESH_MS = 10 * MINUTE_MS

/** A session of an identity provider, of which ours is a part. */
export interface ByProvider {
  provider: string
  nameId: string
  nameFormat: string | null
  sessionIndex: string | null
  endsAt: Date
}

/** What somebody logged in with; null for an identity provider. */
export type LogInMethod = RowOf<'sessions'>['method']

/**
 * A browser in which somebody is logged in. It is a row of one tenant's account: under another tenant's host its token finds
 * nothing. Always read and written in the live scope; the environment that its pages show is a column.
 */
export default class Session extends AccountModel {
  static table = 'sessions'

  @column({ isPrimary: true, serializeAs: null })
  declare tokenSha256: string

  /** Null for a browser of somebody who supports the tenant: they are no user of it. */
  @column()
  declare userId: string | null

  @column()
  declare supportId: string | null

  @column()
  declare environment: Environment

  @column()
  declare ipAddress: string | null

  @column()
  declare userAgent: string | null

  @column()
  declare createdAt: Date

  @column()
  declare seenAt: Date

  @column()
  declare expiresAt: Date

  /** When the person last proved at this browser who they are; null for when it began. */
  @column()
  declare provedAt: Date | null

  /** Beyond which it is never prolonged; null for one that lives as long as it is used. */
  @column()
  declare endsAt: Date | null

  /** The identity provider that began it, and what it calls the person and their session. */
  @column()
  declare provider: string | null

  @column()
  declare nameId: string | null

  @column()
  declare nameFormat: string | null

  @column()
  declare sessionIndex: string | null

  @column()
  declare method: LogInMethod

  /** From when on it shows nothing but the way to a second factor. */
  @column()
  declare factorDueAt: Date | null

  declare user: User

  /** Those that the user is in, by name. */
  declare teams: readonly TeamName[]

  /** The support session that it belongs to. */
  declare support: SupportSession | null

  get isExpired(): boolean {
    return this.expiresAt.getTime() <= clock.now().getTime()
  }

  /** What it owes to an identity provider, for another of the same browser at another host. */
  get by(): ByProvider | undefined {
    const { provider, nameId, nameFormat, sessionIndex, endsAt } = this
    if (provider === null || nameId === null || endsAt === null) return undefined
    return { provider, nameId, nameFormat, sessionIndex, endsAt }
  }

  /** What a page calls it. It opens nothing. */
  get handle(): string {
    return sha256Hex(`session\n${this.tokenSha256}`)
  }

  /** Whether the person has to set up a second factor before anything else. */
  get lacksFactor(): boolean {
    return this.factorDueAt !== null && this.factorDueAt <= clock.now()
  }

  /** When the person last proved who they are. */
  get lastProof(): Date {
    return this.provedAt ?? this.createdAt
  }

  /** Whether that is recent enough for what matters most. */
  get isFresh(): boolean {
    return clock.now().getTime() - this.lastProof.getTime() < FRESH_MS
  }

  /** The same for another session of the person: it is recent enough nowhere else, however short ago it was. */
  get proofElsewhere(): Date {
    return new Date(Math.min(this.lastProof.getTime(), clock.now().getTime() - FRESH_MS))
  }

  /** Whether it began by the word of a provider that had asked the person too long before. */
  get beganUnasked(): boolean {
    const sinceProof = this.createdAt.getTime() - this.lastProof.getTime()
    return this.provider !== null && sinceProof >= FRESH_MS
  }

  /**
   * The person has proved once more who they are. The session goes on under a new token: the previous token proves nothing.
   *
   * @returns null where it was ended meanwhile
   */
  prove(): Promise<Secret<string> | null> {
    return this.#renew(clock.now())
  }

  /** The account has changed: the session goes on under a new token, and proves no more than before. @returns null where it was ended meanwhile */
  rotate(): Promise<Secret<string> | null> {
    return this.#renew(this.provedAt)
  }

  /** Notes, at most once a minute, that it was seen, and lives longer for it. */
  async see(): Promise<void> {
    const now = clock.now()
    if (now.getTime() - this.seenAt.getTime() < MINUTE_MS) return
    this.seenAt = now
    this.expiresAt = idleEnd(now, this.endsAt)
    await noteInPassing(() => this.save())
  }

  async show(environment: Environment): Promise<void> {
    this.environment = environment
    await this.save()
  }

  async close(): Promise<void> {
    await Session.query().where('tokenSha256', this.tokenSha256).delete()
  }

  async #renew(provedAt: Date | null): Promise<Secret<string> | null> {
    const token = randomToken()
    const values = [this.tokenSha256, sha256Hex(token), provedAt]
    const [, renewed] = await CurrentTenant.batch([
      { text: 'delete from crossings where session = $1', values: [this.tokenSha256] },
      {
        text: 'update sessions set token_sha256 = $2, proved_at = $3 where token_sha256 = $1 returning token_sha256',
        values,
      },
    ])
    if (renewed.length === 0) return null
    this.tokenSha256 = sha256Hex(token)
    this.provedAt = provedAt
    return new Secret(token)
  }
}

/** When a session that is used now ends, if it is not used again. */
export function idleEnd(now: Date, endsAt?: Date | null): Date {
  const idle = now.getTime() + IDLE_MS
  return new Date(Math.min(idle, endsAt?.getTime() ?? idle))
}
