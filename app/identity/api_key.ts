import { column } from '@adonisjs/lucid/orm'
import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import { sha256Hex } from '#app/foundation/opaque_token'
import { AccountModel } from '#app/tenancy/account_model'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { tenantResolver } from '#app/tenants/tenant_resolver'
import type User from './user.js'
import { KeySecret } from './key_secret.js'
import { USUAL_SCOPES, type Scope } from './scope.js'

interface Wanted {
  environment: Environment
  name: string
  scopes?: readonly Scope[]
  createdBy: Pick<User, 'id'>
  expiresAt?: Date | null
}

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
  declare createdAt: Date

  /**
   * Makes a key of either environment; keys are rows of the account, so it is called in the live scope and outside of a unit.
   *
   * @returns the row, and the secret, which is never to be had again
   */
  static async issue({
    environment,
    name,
    scopes = USUAL_SCOPES,
    createdBy,
    expiresAt = null,
  }: Wanted): Promise<{ key: ApiKey; secret: Secret<string> }> {
    const secret = KeySecret.random(environment, await tenantPrefix())
    const key = await ApiKey.create({
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
      createdAt: clock.now(),
    })
    return { key, secret: new Secret(secret.text) }
  }

  /** Newest first, revoked ones too. */
  static ofEnvironment(environment: Environment): Promise<ApiKey[]> {
    return this.query().where({ environment }).orderBy('createdAt', 'desc').orderBy('id', 'desc')
  }

  /** Those that somebody made, and therefore knows. */
  static async revokeAllOf(maker: User): Promise<void> {
    await this.query()
      .where({ createdBy: maker.id })
      .whereNull('revokedAt')
      .update({ revoked_at: clock.now() })
  }

  get isRevoked(): boolean {
    return this.revokedAt !== null
  }

  get isExpired(): boolean {
    return this.expiresAt !== null && this.expiresAt.getTime() <= clock.now().getTime()
  }

  /** Takes effect with the next request: nobody keeps a key they have checked. */
  async revoke(): Promise<void> {
    if (this.isRevoked) return
    this.revokedAt = clock.now()
    await this.save()
  }
}

async function tenantPrefix(): Promise<string> {
  const { tenant } = CurrentTenant.get()
  const known = await tenantResolver.byId(tenant.id)
  if (!known) throw new RangeError('The tenant has no place among the tenants that can be reached')
  return known.keyPrefix
}
