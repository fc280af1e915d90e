import { column } from '@adonisjs/lucid/orm'
import { Secret } from '@adonisjs/core/helpers'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import FeatureNotInPlan from '#app/tenants/errors/feature_not_in_plan'
import TenantSuspended from '#app/tenants/errors/tenant_suspended'
import User from '#app/identity/users/user'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { AccountModel } from '#app/tenancy/models/account_model'
import { modelsOf } from '#app/tenancy/models/model_rows'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import OwnerNeeded from './errors/owner_needed.js'
import TokenInvalid from './errors/token_invalid.js'
import TooManyTokens from './errors/too_many_tokens.js'

const PREFIX = 'scim_'
const SHAPE = /^scim_[\w-]{43}$/
const MAX_IN_FORCE = 2
/** How long the old token works beside the new one, so that nothing is lost while it is exchanged at the provider. */
const OVERLAP_MS = 7 * DAY_MS

/** What the first day of a large organization takes, whatever the plan allows programs. */
const LEAST_PER_MINUTE = 3_000

const IN_FORCE = `select * from directory_tokens
  where revoked_at is null and (expires_at is null or expires_at > $1) order by created_at desc, id desc`
const BY_SECRET = 'select * from directory_tokens where token_sha256 = $1'
const SEEN = `update directory_tokens set last_used_at = $2
  where id = $1 and (last_used_at is null or last_used_at <= $3)`

/** With which an identity provider writes people and groups by SCIM. It belongs to the account, like an API key, and outlives its maker's role. */
export default class DirectoryToken extends AccountModel {
  static table = 'directory_tokens'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare name: string

  @column({ serializeAs: null })
  declare tokenSha256: string

  @column()
  declare createdBy: string

  @column()
  declare createdAt: Date

  @column()
  declare expiresAt: Date | null

  @column()
  declare revokedAt: Date | null

  @column()
  declare lastUsedAt: Date | null

  static async inForce(): Promise<DirectoryToken[]> {
    const [rows] = await CurrentTenant.batch([{ text: IN_FORCE, values: [clock.now()] }])
    return modelsOf(DirectoryToken, rows)
  }

  /**
   * A new token; one that is in force ends after an overlap of seven days.
   *
   * @param within  runs in the unit that makes it
   * @returns the token, which is shown once
   * @throws FeatureNotInPlan, OwnerNeeded, TooManyTokens
   */
  static async issue(
    name: string,
    by: Actor,
    within: (made: { id: string; secret: string }) => Promise<void> = async () => {}
  ): Promise<Secret<string>> {
    const entitlements = await TenantEntitlements.current()
    entitlements.require('sso')
    const token = PREFIX + randomToken()
    await unit(async () => {
      const id = newId('sct')
      await SecurityTrail.append({
        action: 'directory.token_created',
        actor: by,
        details: { tokenId: id, name },
      })
      await requireOwner(by)
      const others = await DirectoryToken.inForce()
      if (others.length >= MAX_IN_FORCE) throw new TooManyTokens()
      const now = clock.now()
      for (const other of others) await other.#endBy(new Date(now.getTime() + OVERLAP_MS))
      await new DirectoryToken()
        .merge({ id, name, tokenSha256: sha256Hex(token), createdBy: by.id, createdAt: now })
        .save()
      await within({ id, secret: token })
    })
    return new Secret(token)
  }

  /**
   * @returns with `closure`, why it may only read and take away: people who leave lose their access also while the tenant is suspended, and under a plan
   *   without single sign-on
   * @throws TokenInvalid
   */
  static async check(text: string | null): Promise<{
    token: DirectoryToken
    requestsPerMinute: number
    closure: TenantSuspended | FeatureNotInPlan | null
  }> {
    if (text === null || !SHAPE.test(text)) throw new TokenInvalid()
    const [tokens, rows] = await CurrentTenant.batch([
      { text: BY_SECRET, values: [sha256Hex(text)] },
      TenantEntitlements.reading,
    ])
    const [token] = modelsOf(DirectoryToken, tokens)
    if (!token?.isInForce) throw new TokenInvalid()
    const [entitlements] = modelsOf(TenantEntitlements, rows)
    await token.#see()
    const requestsPerMinute = Math.max(LEAST_PER_MINUTE, entitlements.requestsPerMinute)
    return { token, requestsPerMinute, closure: closureOf(entitlements) }
  }

  get isInForce(): boolean {
    return this.revokedAt === null && (this.expiresAt === null || this.expiresAt > clock.now())
  }

  /** Nothing is written with it from the commit on. @throws OwnerNeeded */
  async revoke(by: Actor): Promise<void> {
    await unit(async () => {
      const details = { tokenId: this.id, name: this.name }
      await SecurityTrail.append({ action: 'directory.token_revoked', actor: by, details })
      await requireOwner(by)
      this.revokedAt = clock.now()
      await this.save()
    })
  }

  /** What is done through it, the directory does. */
  actor(client: Pick<Actor, 'ipAddress' | 'userAgent'> = {}): Actor {
    return { type: 'user', id: this.createdBy, name: this.name, via: this.id, ...client }
  }

  /** Never later than it would have ended anyway. */
  async #endBy(latest: Date): Promise<void> {
    if (this.expiresAt !== null && this.expiresAt < latest) return
    this.expiresAt = latest
    await this.save()
  }

  async #see(): Promise<void> {
    const now = clock.now()
    const before = new Date(now.getTime() - MINUTE_MS)
    if (this.lastUsedAt !== null && this.lastUsedAt > before) return
    await CurrentTenant.batch([{ text: SEEN, values: [this.id, now, before] }])
  }
}

function closureOf(entitlements: TenantEntitlements): TenantSuspended | FeatureNotInPlan | null {
  if (entitlements.suspendedAt !== null) return new TenantSuspended()
  return entitlements.may('sso') ? null : new FeatureNotInPlan(entitlements.plan, 'sso')
}

/** What it writes, it writes as an owner could. @throws OwnerNeeded */
async function requireOwner({ id }: Actor): Promise<void> {
  const user = await User.find(id)
  if (user?.role !== 'owner') throw new OwnerNeeded()
}
