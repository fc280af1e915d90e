import { clock } from '#app/foundation/clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type User from '../users/user.js'
import Session from './session.js'

const HAND_OVER = `
  update users u set device_handed_at = $2 from sessions s where s.token_sha256 = $1 and u.id = s.user_id`

const CLOSE_ON_DEVICE = `
  delete from sessions s using sessions mine where mine.token_sha256 = $1 and (s.token_sha256 = mine.token_sha256
    or (s.user_id = mine.user_id and s.user_agent is not distinct from mine.user_agent))`

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

  /**
   * The person of a session hands its device to somebody else. It ends, and so do those that the same person began in the same browser at other hosts: a
   * browser does not say which these are, so all that look like it end.
   */
  async closeOnDevice(token: string): Promise<void> {
    const hash = sha256Hex(token)
    await unit(() =>
      CurrentTenant.batch([
        { text: HAND_OVER, values: [hash, clock.now()] },
        { text: CLOSE_ON_DEVICE, values: [hash] },
      ])
    )
  },

  /** When somebody becomes an owner: an administrator chose the provider, whose word let them in as less. */
  async closeThoseOfProviders(user: User): Promise<void> {
    await Session.query().where('userId', user.id).whereNotNull('provider').delete()
  },
}
