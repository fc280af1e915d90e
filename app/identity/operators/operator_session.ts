import { column } from '@adonisjs/lucid/orm'
import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { noteInPassing } from '#app/tenancy/passing_note'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import Operator from './operator.js'

/** From the password to the code. */
const BETWEEN_PROOFS_MS = 10 * MINUTE_MS
const IDLE_MS = 60 * MINUTE_MS
const LONGEST_MS = 12 * 60 * MINUTE_MS
const MAX_USER_AGENT = 500

export type Proof = 'password' | 'both'

interface ClientInfo {
  ipAddress?: string
  userAgent?: string
}

/** A browser in which an operator is logged in, or half so. Its cookie is good on the platform's own host alone. */
export class OperatorSession extends PlatformModel {
  static table = 'operator_sessions'

  @column({ isPrimary: true, serializeAs: null })
  declare tokenSha256: string

  @column()
  declare operatorId: string

  /** What was proved: after the password alone nothing is shown but the question for the code. */
  @column()
  declare proof: Proof

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

  declare operator: Operator

  /** A new token for each proof, so that the previous token gains nothing. */
  static async open(
    operator: Operator,
    proof: Proof,
    { ipAddress, userAgent }: ClientInfo = {}
  ): Promise<Secret<string>> {
    const token = randomToken()
    const now = clock.now()
    const lifeMs = proof === 'both' ? IDLE_MS : BETWEEN_PROOFS_MS
    await OperatorSession.create({
      tokenSha256: sha256Hex(token),
      operatorId: operator.id,
      proof,
      ipAddress: ipAddress ?? null,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      createdAt: now,
      seenAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
    })
    return new Secret(token)
  }

  /** Null for an unknown or expired token, and for one whose operator is disabled. */
  static async byToken(token: string): Promise<OperatorSession | null> {
    const session = await this.find(sha256Hex(token))
    if (!session || session.expiresAt <= clock.now()) return null
    const operator = await Operator.find(session.operatorId)
    if (!operator || operator.isDisabled) return null
    session.operator = operator
    if (session.proof === 'both') await session.#see()
    return session
  }

  async close(): Promise<void> {
    await OperatorSession.query().where('tokenSha256', this.tokenSha256).delete()
  }

  /** Idle for an hour, or older than a working day, it ends. */
  async #see(): Promise<void> {
    const now = clock.now().getTime()
    if (now - this.seenAt.getTime() < MINUTE_MS) return
    const end = Math.min(now + IDLE_MS, this.createdAt.getTime() + LONGEST_MS)
    this.seenAt = new Date(now)
    this.expiresAt = new Date(end)
    await noteInPassing(() => this.save())
  }
}
