import { column } from '@adonisjs/lucid/orm'
import { Secret } from '@adonisjs/core/helpers'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { applied, type Changes } from '#app/foundation/changes'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import { sha256Hex } from '#app/foundation/opaque_token'
import { AccountModel } from '#app/tenancy/models/account_model'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import type User from '../users/user.js'
import { KEY_END } from './key_end_work.js'
import { MAX_KEYS, refuseMoreThan } from './key_limit.js'
import { KeySecret } from './key_secret.js'
import { differences, type KeyTerms } from './key_terms.js'
import { noteInTrail } from './key_trail.js'
import { USUAL_SCOPES, type Scope } from '../access/scope.js'
import KeyEnded from '../errors/key_ended.js'

interface Wanted {
  environment: Environment
  name: string
  scopes?: readonly Scope[]
  createdBy: Pick<User, 'id' | 'name'>
  expiresAt?: Date | null
  /** Noted down before, by `newSecret`. */
  secret?: KeySecret
  /** Addresses and networks (CIDR) that it may be used from; everywhere when there are none. */
  allowedIps?: readonly string[]
  /** Origins of web pages that may read what a live key is answered. */
  allowedOrigins?: readonly string[]
}

export type Within = (key: ApiKey, secret: Secret<string>) => Promise<void>

/** A key to the API: of one environment, for some scopes, until it is revoked. It belongs to the tenant and outlives its maker. */
export default class ApiKey extends AccountModel {
  static table = 'api_keys'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare environment: Environment

  @column()
  declare name: string

  @column()
  declare scopes: Scope[]

  /** What may be shown of the secret once it is gone: its beginning and its last four characters. */
  @column()
  declare prefix: string

  @column()
  declare lastFour: string

  @column({ serializeAs: null })
  declare secretSha256: string

  @column()
  declare createdBy: string

  @column()
  declare lastUsedAt: Date | null

  @column()
  declare lastUsedIp: string | null

  @column()
  declare expiresAt: Date | null

  @column()
  declare revokedAt: Date | null

  @column()
  declare allowedIps: string[]

  @column()
  declare allowedOrigins: string[]

  /** The key that took its place. */
  @column()
  declare replacedBy: string | null

  @column()
  declare createdAt: Date

  /**
   * Makes a key of either environment; keys are rows of the account, so it is called in the live scope and outside of a unit.
   *
   * @param by  who does it, where that is not simply its maker
   * @param within  what else belongs into the unit in which it is made
   * @returns the row, and the secret, which is never to be had again
   * @throws TooManyKeys
   */
  static async issue(wanted: Wanted, by = makerOf(wanted), within?: Within): Promise<Issued> {
    const { environment, name, scopes = USUAL_SCOPES, createdBy, expiresAt = null } = wanted
    const { allowedIps = [], allowedOrigins = [] } = wanted
    const { secret = await ApiKey.newSecret(environment) } = wanted
    const row = {
      id: newId('key', environment),
      environment,
      name,
      scopes: [...scopes],
      prefix: secret.prefix,
      lastFour: secret.lastFour,
      secretSha256: sha256Hex(secret.text),
      createdBy: createdBy.id,
      lastUsedAt: null,
      lastUsedIp: null,
      expiresAt,
      revokedAt: null,
      allowedIps: [...allowedIps],
      allowedOrigins: [...allowedOrigins],
      replacedBy: null,
      createdAt: clock.now(),
    }
    const key = await unit(async () => {
      const made = await ApiKey.create(row)
      await noteInTrail('key.created', made, by)
      KEY_END.announce(made)
      await within?.(made, new Secret(secret.text))
      await refuseMoreThan(MAX_KEYS, environment) // counted while the trail holds others back
      return made
    })
    return { key, secret: new Secret(secret.text) }
  }

  /** Of a key that is yet to be issued, for who has to note it down before. In the live scope. */
  static async newSecret(environment: Environment): Promise<KeySecret> {
    return KeySecret.random(environment, await tenantPrefix())
  }

  /** Newest first, revoked ones too. */
  static ofEnvironment(environment: Environment): Promise<ApiKey[]> {
    return this.query().where({ environment }).orderBy('createdAt', 'desc').orderBy('id', 'desc')
  }

  /** Those in force that somebody made, and therefore knows. */
  static ofMaker(maker: Pick<User, 'id'>): Promise<ApiKey[]> {
    return this.query().where({ createdBy: maker.id }).whereNull('revokedAt')
  }

  /** Keys that it has replaced, directly or by way of others, and that still work. As part of a batch that reads more. */
  static stillWorkingBefore(id: string): Query<RowOf<'api_keys'>> {
    return query(STILL_WORKING_BEFORE, [id, clock.now()])
  }

  get isRevoked(): boolean {
    return this.revokedAt !== null
  }

  get isExpired(): boolean {
    return this.expiresAt !== null && this.expiresAt.getTime() <= clock.now().getTime()
  }

  /** Takes effect with the next request: nobody keeps a key they have checked. */
  async revoke(by: Actor): Promise<void> {
    await unit(async () => {
      await SecurityTrail.lock() // before the row, as a rotation does
      const [revoked] = await CurrentTenant.batch([
        { text: REVOKE, values: [this.id, clock.now()] },
      ])
      if (revoked.length > 0) await noteInTrail('key.revoked', this, by)
    })
    await this.refresh()
  }

  /** With all keys that it has replaced and that still work: whatever knows one of them is refused from the next request on. */
  async revokeWithPredecessors(by: Actor): Promise<void> {
    await unit(async () => {
      await this.revoke(by)
      const [rows] = await CurrentTenant.batch([ApiKey.stillWorkingBefore(this.id)])
      for (const earlier of modelsOf(ApiKey, rows)) await earlier.revoke(by)
    })
  }

  /**
   * Changes what the key is called, may do, and from where. Holds from the next request.
   *
   * @throws KeyEnded
   */
  async revise(changed: Changes<KeyTerms>, by: Actor): Promise<void> {
    await unit(async () => {
      await SecurityTrail.lock()
      const locked = await ApiKey.query().where('id', this.id).forUpdate().firstOrFail()
      if (locked.isRevoked) throw new KeyEnded()
      const terms = applied(changed, locked)
      const changes = differences(locked, terms)
      if (changes.length === 0) return
      await locked.merge(terms).save()
      await noteInTrail('key.changed', locked, by, { changes })
    })
    await this.refresh()
  }
}

export interface Issued {
  key: ApiKey
  secret: Secret<string>
}

const STILL_WORKING_BEFORE = `
  with recursive earlier as (
    select * from api_keys where replaced_by = $1
     union select k.* from api_keys k join earlier e on k.replaced_by = e.id)
  select * from earlier where revoked_at is null and (expires_at is null or expires_at > $2)
   order by created_at desc, id desc`

/** Of those who revoke at the same moment one is written down. */
const REVOKE =
  'update api_keys set revoked_at = $2 where id = $1 and revoked_at is null returning id'

function makerOf({ createdBy }: Pick<Wanted, 'createdBy'>): Actor {
  return { type: 'user', id: createdBy.id, name: createdBy.name }
}

async function tenantPrefix(): Promise<string> {
  const { tenant } = CurrentTenant.get()
  const known = await tenantResolver.byId(tenant.id)
  if (!known) throw new RangeError('The tenant has no place among the tenants that can be reached')
  return known.keyPrefix
}
