import { randomBytes } from 'node:crypto'
import { column } from '@adonisjs/lucid/orm'
import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { hmacSha256 } from '#app/foundation/keys/hmac_sha256'
import { DAY_MS, HOUR_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { sha256Hex } from '#app/foundation/opaque_token'
import { AccountModel } from '#app/tenancy/models/account_model'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import { modelsOf } from '#app/tenancy/models/model_rows'
import User from './user.js'

const LIFE_MS = { welcome: 7 * DAY_MS, reset: HOUR_MS } as const
const SALT_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const KEY_PURPOSE = 'user-link'

export type LinkPurpose = keyof typeof LIFE_MS

type Seed = Pick<UserLink, 'id' | 'salt'>

/**
 * A link that is mailed to a user, with which they set a password. Its token is HMAC-SHA256(HKDF(root, 'user-link'), id | salt): never
 * stored, the same on every try of the mail, and made by neither the database nor the key alone. It is found by its SHA-256.
 */
export default class UserLink extends AccountModel {
  static table = 'user_links'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare userId: string

  @column()
  declare purpose: LinkPurpose

  @column({ serializeAs: null })
  declare salt: Buffer

  @column({ serializeAs: null })
  declare tokenSha256: string

  @column()
  declare createdAt: Date

  @column()
  declare expiresAt: Date

  declare user: User

  /** In the unit that says why. An older one for the same end leads nowhere from now on. */
  static async issue(user: User, purpose: LinkPurpose): Promise<UserLink> {
    const seed = { id: newId('lnk'), salt: randomBytes(SALT_BYTES) }
    const tokenSha256 = sha256Hex((await tokenOf(seed)).release())
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + LIFE_MS[purpose])
    await UserLink.query().where({ userId: user.id, purpose }).delete()
    return UserLink.create({ ...seed, userId: user.id, purpose, tokenSha256, createdAt, expiresAt })
  }

  /** Null for a link that is unknown, used or expired, and for people who may not log in. */
  static async byToken(purpose: LinkPurpose, token: string): Promise<UserLink | null> {
    if (!TOKEN.test(token)) return null
    const values = [purpose, sha256Hex(token)]
    const found = `select user_id from user_links where purpose = $1 and token_sha256 = $2`
    const [links, users] = await CurrentTenant.batch([
      { text: 'select * from user_links where purpose = $1 and token_sha256 = $2', values },
      { text: `select * from users where id in (${found})`, values },
    ])
    const [link] = modelsOf(UserLink, links)
    const [user] = modelsOf(User, users)
    if (!link || !user || link.isExpired || user.isDisabled) return null
    link.user = user
    return link
  }

  /** In the unit that uses it. @returns false to all but the first who come with it */
  async useUp(): Promise<boolean> {
    const deleted = await UserLink.query().where('id', this.id).delete()
    return Number(deleted) === 1
  }

  get isExpired(): boolean {
    return this.expiresAt.getTime() <= clock.now().getTime()
  }

  token(): Promise<Secret<string>> {
    return tokenOf(this)
  }
}

async function tokenOf({ id, salt }: Seed): Promise<Secret<string>> {
  const { tenant } = CurrentTenant.get()
  const key = await keyRing.derive(tenant.id, KEY_PURPOSE, 'live')
  const mac = hmacSha256(key, `${id}|`, salt)
  return new Secret(mac.toString('base64url'))
}
