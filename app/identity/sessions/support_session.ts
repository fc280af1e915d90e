import { column } from '@adonisjs/lucid/orm'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { isUniqueViolation } from '#app/foundation/unique_violation'
import { AccountModel } from '#app/tenancy/models/account_model'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import Operator from '../operators/operator.js'
import Notice from '#app/tenants/notice'

/** From the console to the tenant's host. */
const CODE_LIFE_MS = 2 * MINUTE_MS

const REDEEM = `update support_sessions set code_sha256 = null, code_expires_at = null, entered_at = $2
  where code_sha256 = $1 and code_expires_at > $2 and ended_at is null returning *`

interface Grant {
  id: string
  /** Opens the session once. */
  code: string
  operator: { id: string; name: string }
  reason: string
  mayWrite: boolean
  minutes: number
}

interface ClientInfo {
  ipAddress?: string
  userAgent?: string
}

/**
 * An operator’s time in a tenant: for a reason, for a while, seen by the tenant's owners and ended by them whenever they like. Always
 * in the live scope of the account.
 */
export class SupportSession extends AccountModel {
  static table = 'support_sessions'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare operatorId: string

  @column()
  declare operatorName: string

  @column()
  declare reason: string

  /** Without it everything can be looked at and nothing changed. */
  @column()
  declare mayWrite: boolean

  @column({ serializeAs: null })
  declare codeSha256: string | null

  @column()
  declare codeExpiresAt: Date | null

  @column()
  declare createdAt: Date

  @column()
  declare expiresAt: Date

  @column()
  declare enteredAt: Date | null

  @column()
  declare endedAt: Date | null

  @column()
  declare endedBy: string | null

  /** What `grant` is asked with: asked again with the same, it is the same session. */
  static newGrant(): Pick<Grant, 'id' | 'code'> {
    return { id: newId('sup'), code: randomToken() }
  }

  /** Once for each `id`. */
  static async grant(grant: Grant): Promise<SupportSession> {
    const known = await SupportSession.find(grant.id)
    if (known) return known
    try {
      return await SupportSession.#granted(grant)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      return SupportSession.findOrFail(grant.id)
    }
  }

  static #granted({ id, code, operator, reason, mayWrite, minutes }: Grant) {
    const now = clock.now()
    const after = (ms: number) => new Date(now.getTime() + ms)
    return unit(async () => {
      const made = await SupportSession.create({
        id,
        operatorId: operator.id,
        operatorName: operator.name,
        ...{ reason, mayWrite, createdAt: now, expiresAt: after(minutes * MINUTE_MS) },
        codeSha256: sha256Hex(code),
        codeExpiresAt: after(CODE_LIFE_MS),
      })
      const details = { supportId: made.id, reason, mayWrite, minutes }
      await SecurityTrail.append({ action: 'support.granted', actor: made.actor(), details })
      await Notice.leave('support.opened', { supportId: made.id })
      return made
    })
  }

  /** Takes the code, once. Null for an unknown, late or used one, for a session that was ended meanwhile, and for an operator who is shut out. */
  static async redeem(code: string, client: ClientInfo): Promise<SupportSession | null> {
    const granted = await this.findBy('codeSha256', sha256Hex(code))
    if (!granted || (await granted.isShutOut())) return null
    return unit(async () => {
      await SecurityTrail.lock()
      const [rows] = await CurrentTenant.batch([
        { text: REDEEM, values: [sha256Hex(code), clock.now()] },
      ])
      const [session] = modelsOf(SupportSession, rows)
      if (!session) return null
      const details = { supportId: session.id }
      await SecurityTrail.append({
        ...{ action: 'support.entered', actor: session.actor(client), details },
      })
      return session
    })
  }

  /** Those of an operator that go on. */
  static openOf(operatorId: string): Promise<SupportSession[]> {
    return this.query()
      .where({ operatorId })
      .whereNull('endedAt')
      .where('expiresAt', '>', clock.now())
  }

  static latest(limit: number): Promise<SupportSession[]> {
    return this.query().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
  }

  get isOver(): boolean {
    return this.endedAt !== null || this.expiresAt <= clock.now()
  }

  /** Whether its operator is disabled, or was shut out since it was granted. Asks the platform each time: what is committed there holds here at once. */
  async isShutOut(): Promise<boolean> {
    const operator = await Operator.find(this.operatorId)
    if (!operator || operator.isDisabled) return true
    return operator.shutOutAt !== null && operator.shutOutAt >= this.createdAt
  }

  /** As trails name the actor: the operator, through this session. */
  actor(client: ClientInfo = {}): Actor {
    const { id, operatorId, operatorName } = this
    return { type: 'user', id: operatorId, name: `${operatorName} (support)`, via: id, ...client }
  }

  /** Every browser that is here by it is out at once. Ending it again changes nothing. */
  async end(by: Actor): Promise<void> {
    const now = clock.now()
    await unit(async () => {
      await SecurityTrail.lock()
      const [, ended] = await CurrentTenant.batch([
        { text: 'delete from sessions where support_id = $1', values: [this.id] },
        {
          text: `update support_sessions set ended_at = $2, ended_by = $3, code_sha256 = null
                  where id = $1 and ended_at is null and expires_at > $2 returning id`,
          values: [this.id, now, by.id],
        },
      ])
      if (ended.length === 0) return
      const details = { supportId: this.id }
      await SecurityTrail.append({ action: 'support.ended', actor: by, details })
    })
  }
}
