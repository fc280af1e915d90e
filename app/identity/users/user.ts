import { column } from '@adonisjs/lucid/orm'
import type { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import type { Language } from '#app/foundation/phrases/languages'
import { AccountModel } from '#app/tenancy/models/account_model'
import type { Role } from '../access/role.js'
import type { MailRhythm } from '../mails/mail_choice.js'
import { PasswordHash } from '../passwords/password_hash.js'

/** A person who works in a tenant. Signers are not users. */
export default class User extends AccountModel {
  static table = 'users'

  @column({ isPrimary: true })
  declare id: string

  /** Lower case, as the table insists. */
  @column()
  declare email: string

  @column()
  declare name: string

  /** Null for those who have no password: invited and not yet come, or known by single sign-on alone. */
  @column({ serializeAs: null })
  declare passwordHash: string | null

  @column()
  declare role: Role

  @column()
  declare disabledAt: Date | null

  /** Disabled, and no longer in the list. The row stays for what they did and made. */
  @column()
  declare removedAt: Date | null

  @column()
  declare invitedAt: Date | null

  /** When their address was proved: they followed a link that was sent to it. */
  @column()
  declare verifiedAt: Date | null

  /** By IANA's name; null until they have said where they are. */
  @column()
  declare timeZone: string | null

  /** Of mails about their documents; null for English. */
  @column()
  declare language: Language | null

  @column()
  declare mailRhythm: MailRhythm

  @column()
  declare lastSeenAt: Date | null

  /** When they last handed a device to somebody who signs in person. */
  @column()
  declare deviceHandedAt: Date | null

  /** When they put the first steps of the home page away. */
  @column()
  declare firstStepsHiddenAt: Date | null

  @column()
  declare createdAt: Date

  @column()
  declare updatedAt: Date

  static byEmail(email: string): Promise<User | null> {
    return this.query().where('email', email.trim().toLowerCase()).first()
  }

  /**
   * Who these credentials belong to. Null for an unknown address, a wrong password, a disabled user and one without a password;
   * which of them it was shows neither in the answer nor in the time it takes. A hash of an earlier cost is replaced.
   *
   * @throws PasswordsBusy
   */
  static async withCredentials(email: string, password: Secret<string>): Promise<User | null> {
    const user = await this.byEmail(email)
    const stored = user && !user.isDisabled ? user.passwordHash : null
    const { isRight, renewed } = await PasswordHash.check(stored, password)
    if (!user || !isRight) return null
    if (!renewed || (await user.#renewHash(renewed))) return user
    // another log-in has renewed it, or it is of another password now
    return this.withCredentials(email, password)
  }

  /** Was asked to come, and has not been here yet. */
  get isInvited(): boolean {
    return this.invitedAt !== null && this.lastSeenAt === null
  }

  get isRemoved(): boolean {
    return this.removedAt !== null
  }

  get isDisabled(): boolean {
    return this.disabledAt !== null
  }

  /** False also for a user without a password. @throws PasswordsBusy */
  async verifyPassword(password: Secret<string>): Promise<boolean> {
    return (await PasswordHash.check(this.passwordHash, password)).isRight
  }

  async changePassword(password: Secret<string>): Promise<void> {
    this.passwordHash = await PasswordHash.make(password)
    this.updatedAt = clock.now()
    await this.save()
  }

  /**
   * The password stays as it is, so nothing is recorded. A change of the password made meanwhile is kept.
   *
   * @returns whether the hash was still the one that was checked
   */
  async #renewHash(renewed: string): Promise<boolean> {
    const { id, passwordHash } = this
    const [isRenewed] = await User.query()
      .where({ id, passwordHash })
      .update({ passwordHash: renewed })
    if (!isRenewed) return false
    this.passwordHash = renewed
    this.$hydrateOriginals()
    return true
  }
}
