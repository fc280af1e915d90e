import type { Secret } from '@adonisjs/core/helpers'
import type { AccountAction } from '#app/audit/audit_action'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import AddressChange from '../addresses/address_change.js'
import { PasswordHash } from '../passwords/password_hash.js'
import type Session from '../sessions/session.js'
import { OpenSessions } from '../sessions/open_sessions.js'
import User from './user.js'
import UserLink from './user_link.js'

/** What people change about themselves. Always in the live scope. */
export class OwnAccount {
  constructor(
    private user: User,
    private by: Actor
  ) {}

  async rename(name: string): Promise<void> {
    await unit(async () => {
      await this.#note('member.renamed')
      await this.user.merge({ name, updatedAt: clock.now() }).save()
    })
  }

  /**
   * Every other browser is logged out, and links to a new password lead nowhere.
   *
   * @param session  of the browser that stays logged in
   * @returns false where the old password is wrong, or was changed at the same moment
   */
  async changePassword(
    session: Session,
    { old, password }: { old: Secret<string>; password: Secret<string> }
  ): Promise<boolean> {
    const before = this.user.passwordHash
    if (before === null || !(await this.user.verifyPassword(old))) return false
    const passwordHash = await PasswordHash.make(password) // before the unit: it takes its time
    return unit(async () => {
      await SecurityTrail.lock() // before the row, as who changes a member does
      const now = await User.query().where('id', this.user.id).forUpdate().firstOrFail()
      if (now.passwordHash !== before) return false
      await this.#note('password.changed')
      await this.user.merge({ passwordHash, updatedAt: clock.now() }).save()
      await UserLink.query().where('userId', this.user.id).delete()
      await AddressChange.drop(this.user)
      await OpenSessions.closeAll(this.user, { but: session })
      await Notice.leave('account.changed', { what: 'password.changed' }, { to: this.user.id })
      return true
    })
  }

  /**
   * Logs browsers of the person out.
   *
   * @param which  the handle of one, or all but the one that is kept
   * @returns how many
   */
  async endSessions(which: string | { but: Session }): Promise<number> {
    return unit(async () => {
      const all = await OpenSessions.of(this.user)
      const ended = all.filter((one) =>
        typeof which === 'string' ? one.handle === which : one.tokenSha256 !== which.but.tokenSha256
      )
      if (ended.length === 0) return 0
      await this.#note('session.ended', { count: ended.length })
      for (const one of ended) await one.close()
      return ended.length
    })
  }

  async #note(action: AccountAction, details: Record<string, unknown> = {}): Promise<void> {
    const recorded = { userId: this.user.id, ...details }
    await SecurityTrail.append({ action, actor: this.by, details: recorded })
  }
}
