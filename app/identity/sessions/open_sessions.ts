import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type User from '../users/user.js'
import Session from './session.js'

/** All browsers in which one person is logged in. Always in the live scope. */
export const OpenSessions = {
  /** The one that was used last first. */
  of({ id }: User): Promise<Session[]> {
    return Session.query()
      .where('userId', id)
      .where('expiresAt', '>', clock.now())
      .orderBy('seenAt', 'desc')
      .orderBy('tokenSha256')
  },

  /** Every browser of a user, but the one that is kept: after a change of password, or when somebody leaves. */
  async closeAll(user: User, { but }: { but?: Session } = {}): Promise<void> {
    const others = Session.query().where('userId', user.id)
    if (but) others.whereNot('tokenSha256', but.tokenSha256)
    await others.delete()
    await CurrentTenant.batch([
      { text: 'delete from half_log_ins where user_id = $1', values: [user.id] },
    ])
  },

  /** When somebody becomes an owner: an administrator chose the provider, whose word let them in as less. */
  async closeThoseOfProviders(user: User): Promise<void> {
    await Session.query().where('userId', user.id).whereNotNull('provider').delete()
  },
}
