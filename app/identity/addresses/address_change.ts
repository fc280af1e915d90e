import { randomBytes } from 'node:crypto'
import { column } from '@adonisjs/lucid/orm'
import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { hmacSha256 } from '#app/foundation/keys/hmac_sha256'
import { DAY_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { sha256Hex } from '#app/foundation/opaque_token'
import { AccountModel } from '#app/tenancy/models/account_model'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'
import type User from '../users/user.js'

const PENDING_MS = DAY_MS
export const UNDO_DAYS = 7
const SALT_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const KEY_PURPOSE = 'address-change'

/** `confirm` goes to the new mailbox; `refuse`, before the change, and `undo`, after it, to the old one. */
export type AddressLinkPurpose = 'confirm' | 'refuse' | 'undo'

type Seed = Pick<AddressChange, 'id' | 'salt'>

/** Which links are good at a moment: $2. Only a change that was made can be undone, and only one that was not can be refused. */
const IS_GOOD: Record<AddressLinkPurpose, string> = {
  confirm: 'confirm_sha256 = $1 and changed_at is null and expires_at > $2',
  refuse: 'refuse_sha256 = $1 and changed_at is null and expires_at > $2',
  undo: 'undo_sha256 = $1 and undo_until > $2',
}

/**
 * A change of somebody's address, from the request until it can no longer be undone. The token of each of its links is
 * HMAC-SHA256(HKDF(root, 'address-change'), purpose | id | salt): never stored, and found by its SHA-256.
 */
export default class AddressChange extends AccountModel {
  static table = 'address_changes'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare userId: string

  @column()
  declare oldEmail: string

  @column()
  declare newEmail: string

  @column({ serializeAs: null })
  declare salt: Buffer

  @column({ serializeAs: null })
  declare confirmSha256: string

  @column({ serializeAs: null })
  declare refuseSha256: string

  @column({ serializeAs: null })
  declare undoSha256: string

  @column()
  declare requestedAt: Date

  @column()
  declare expiresAt: Date

  /** Null until the new mailbox was proved. */
  @column()
  declare changedAt: Date | null

  @column()
  declare undoUntil: Date | null

  /** In the unit that says why; one that the person asked for before is dropped, as is what nobody can use any more. */
  static async request({ id: userId, email }: User, newEmail: string): Promise<AddressChange> {
    const seed = { id: newId('adr'), salt: randomBytes(SALT_BYTES) }
    const requestedAt = clock.now()
    const text = `delete from address_changes
      where changed_at is null and (user_id = $1 or expires_at <= $2) or undo_until <= $2`
    await CurrentTenant.batch([{ text, values: [userId, requestedAt] }])
    return AddressChange.create({
      ...{ ...seed, userId, oldEmail: email, newEmail, requestedAt },
      confirmSha256: await digestOf(seed, 'confirm'),
      refuseSha256: await digestOf(seed, 'refuse'),
      undoSha256: await digestOf(seed, 'undo'),
      expiresAt: new Date(requestedAt.getTime() + PENDING_MS),
    })
  }

  /** The one that waits for its proof, for a batch that reads more. */
  static pendingOf({ id }: { id: string }): Statement {
    return {
      text: 'select * from address_changes where user_id = $1 and changed_at is null and expires_at > $2',
      values: [id, clock.now()],
    }
  }

  static from(rows: readonly Row[]): AddressChange | null {
    return modelsOf(AddressChange, rows).at(0) ?? null
  }

  /** Null for a link that is unknown, used or late. */
  static async byToken(purpose: AddressLinkPurpose, token: string): Promise<AddressChange | null> {
    if (!TOKEN.test(token)) return null
    const text = `select * from address_changes where ${IS_GOOD[purpose]}`
    const values = [sha256Hex(token), clock.now()]
    const [rows] = await CurrentTenant.batch([{ text, values }])
    return AddressChange.from(rows)
  }

  /** In the unit of what makes it pointless: a new password, or the end of a membership. @returns whether there was one */
  static async drop({ id }: { id: string }): Promise<boolean> {
    const text =
      'delete from address_changes where user_id = $1 and changed_at is null returning id'
    const [dropped] = await CurrentTenant.batch([{ text, values: [id] }])
    return dropped.length > 0
  }

  /** In the unit that makes the change. @returns false to all but the first */
  async markMade(): Promise<boolean> {
    const now = clock.now()
    const undoUntil = new Date(now.getTime() + UNDO_DAYS * DAY_MS)
    const text = `update address_changes set changed_at = $2, undo_until = $3
      where id = $1 and changed_at is null and expires_at > $2 returning id`
    const [made] = await CurrentTenant.batch([{ text, values: [this.id, now, undoUntil] }])
    return made.length === 1
  }

  /** In the unit that undoes it: whatever was asked for or made since goes with it. @returns false to all but the first */
  async useUp(): Promise<boolean> {
    const [used] = await CurrentTenant.batch([
      {
        text: 'delete from address_changes where id = $1 and undo_until > $2 returning id',
        values: [this.id, clock.now()],
      },
      {
        text: 'delete from address_changes where user_id = $1 and requested_at >= $2',
        values: [this.userId, this.requestedAt],
      },
    ])
    return used.length === 1
  }

  /** Whether a later change of the same person, that was made, led to this address. */
  async ledTo(email: string): Promise<boolean> {
    const text = `select 1 from address_changes
      where user_id = $1 and changed_at is not null and requested_at >= $2 and new_email = $3`
    const [later] = await CurrentTenant.batch([
      { text, values: [this.userId, this.requestedAt, email] },
    ])
    return later.length > 0
  }

  get isOpen(): boolean {
    return this.changedAt === null && this.expiresAt > clock.now()
  }

  token(purpose: AddressLinkPurpose): Promise<Secret<string>> {
    return tokenOf(this, purpose)
  }
}

async function digestOf(seed: Seed, purpose: AddressLinkPurpose): Promise<string> {
  return sha256Hex((await tokenOf(seed, purpose)).release())
}

async function tokenOf({ id, salt }: Seed, purpose: AddressLinkPurpose): Promise<Secret<string>> {
  const { tenant } = CurrentTenant.get()
  const key = await keyRing.derive(tenant.id, KEY_PURPOSE, 'live')
  const mac = hmacSha256(key, `${purpose}|${id}|`, salt)
  return new Secret(mac.toString('base64url'))
}
