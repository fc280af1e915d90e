import { column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Secret } from '@adonisjs/core/helpers'
import type { Actor } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { isUniqueViolation } from '#app/foundation/unique_violation'
import { PlatformModel } from '#app/tenancy/models/platform_model'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import type { ConsoleRight } from '../access/right.js'
import { consoleRightsOf, operatorRolesWith, type OperatorRole } from '../access/role.js'
import LastOperator from '../errors/last_operator.js'
import OperatorKnown from '../errors/operator_known.js'
import { PasswordHash } from '../passwords/password_hash.js'

interface NewOperator {
  email: string
  name: string
  role: OperatorRole
}

/** A person who works for the platform. Operators are no users: no tenant knows them, and they are nobody at a tenant's host. */
export default class Operator extends PlatformModel {
  static table = 'operators'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare email: string

  @column()
  declare name: string

  @column()
  declare role: OperatorRole

  /** Null until the invitation was followed. */
  @column({ serializeAs: null })
  declare passwordHash: string | null

  /** Enveloped; null until the password is set. */
  @column({ serializeAs: null })
  declare totpSeed: Buffer | null

  @column()
  declare totpConfirmedAt: Date | null

  @column()
  declare disabledAt: Date | null

  /** Support sessions granted before are over. */
  @column()
  declare shutOutAt: Date | null

  @column()
  declare createdAt: Date

  @column()
  declare updatedAt: Date

  /** @throws OperatorKnown */
  static async add(
    { email, name, role }: NewOperator,
    client?: TransactionClientContract
  ): Promise<Operator> {
    const now = clock.now()
    const row = { id: newId('opr'), email: email.toLowerCase(), name, role }
    try {
      return await Operator.create({ ...row, createdAt: now, updatedAt: now }, { client })
    } catch (error) {
      throw isUniqueViolation(error) ? new OperatorKnown() : error
    }
  }

  /** As with users: who was wrong shows neither in the answer nor in the time it takes. @throws PasswordsBusy */
  static async withCredentials(email: string, password: Secret<string>): Promise<Operator | null> {
    const operator = await this.findBy('email', email.trim().toLowerCase())
    const stored = operator && !operator.isDisabled ? operator.passwordHash : null
    const { isRight, renewed } = await PasswordHash.check(stored, password)
    if (!operator || !isRight) return null
    if (renewed) await operator.#renewHash(renewed)
    return operator
  }

  get isDisabled(): boolean {
    return this.disabledAt !== null
  }

  may(right: ConsoleRight): boolean {
    return consoleRightsOf(this.role).includes(right)
  }

  /** Both proofs are set up. */
  get isEnrolled(): boolean {
    return this.passwordHash !== null && this.totpConfirmedAt !== null
  }

  actor(client: { ipAddress?: string; userAgent?: string } = {}): Actor {
    return { type: 'operator', id: this.id, name: this.name, ...client }
  }

  /**
   * Shuts them out. Those that remain are locked: of two administrators who disable each other at once, one stays.
   *
   * @returns false for one who was shut out already
   * @throws LastOperator
   */
  async disable(client: TransactionClientContract): Promise<boolean> {
    const admins = await Operator.query({ client })
      .whereIn('role', operatorRolesWith('operators'))
      .whereNull('disabled_at')
      .orderBy('id')
      .forUpdate()
    const remaining = admins.filter(({ id, isEnrolled }) => id !== this.id && isEnrolled)
    if (this.may('operators') && remaining.length === 0) throw new LastOperator()
    const now = clock.now()
    const enabled = client.from('operators').where({ id: this.id }).whereNull('disabled_at')
    const count = await enabled.update({ disabled_at: now, updated_at: now })
    if (Number(count) === 0) return false
    await this.shutOut(client)
    await client.from('operator_invitations').where({ operator_id: this.id }).delete()
    return true
  }

  /** With the commit every browser is logged out and every support session over; what the tenants' pages show of it follows. */
  async shutOut(client: TransactionClientContract): Promise<void> {
    const own = client.from('operators').where({ id: this.id })
    await own.update({ shut_out_at: clock.now() })
    await client.from('operator_sessions').where({ operator_id: this.id }).delete()
    await PlatformOutbox.append(client, { kind: 'end_visits', ref: this.id })
  }

  /** For disabled operators. Old proofs are not trusted again: it takes a new invitation. */
  async enable(client: TransactionClientContract): Promise<void> {
    const own = client.from('operators').where({ id: this.id })
    await own.update({ disabled_at: null, password_hash: null, updated_at: clock.now() })
    await this.shutOut(client)
  }

  async changePassword(password: Secret<string>): Promise<void> {
    this.passwordHash = await PasswordHash.make(password)
    this.updatedAt = clock.now()
    await this.save()
  }

  async #renewHash(renewed: string): Promise<void> {
    const { id, passwordHash } = this
    await Operator.query().where({ id, passwordHash }).update({ passwordHash: renewed })
  }
}
