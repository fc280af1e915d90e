import { type Secret } from '@adonisjs/core/helpers'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import { LogInPolicy } from '../access/log_in_policy.js'
import AddressChange from '../addresses/address_change.js'
import { PasswordHash } from '../passwords/password_hash.js'
import { OpenSessions } from '../sessions/open_sessions.js'
import User from './user.js'
import UserLink from './user_link.js'
import LinkUsed from '../errors/link_used.js'

type ClientInfo = Pick<Actor, 'ipAddress' | 'userAgent'>

/** How somebody sets a password by a link from a mail, the first time or after they forgot it. */
export const PasswordLink = {
  /** Nothing for an address that nobody here has, or one who may not come in; the caller tells neither from the other. */
  async send(email: string, client: ClientInfo): Promise<void> {
    await unit(async () => {
      const user = await User.byEmail(email)
      if (!user || user.isDisabled || user.isRemoved) return
      if (!(await mayHavePassword(user))) return tellTheWay(user)
      await SecurityTrail.lock() // before the links, as who removes somebody does
      const purpose = user.isInvited ? 'welcome' : 'reset'
      const link = await UserLink.issue(user, purpose)
      await SecurityTrail.append({ action: 'password.link_sent', actor: actorOf(user, client) })
      await Notice.leave(`account.${purpose}`, { linkId: link.id }, { to: user.id })
    })
  },

  /**
   * The link is used up, every other one of the user with it, and every browser that was logged in is so no longer.
   *
   * @throws LinkUsed to all but the first; SingleSignOnRequired while passwords do not count
   */
  async setPassword(link: UserLink, password: Secret<string>, client: ClientInfo): Promise<User> {
    const passwordHash = await PasswordHash.make(password) // before the unit: it takes its time
    return unit(async () => {
      const { user } = link
      await LogInPolicy.allowPassword(user)
      await SecurityTrail.lock()
      if (!(await link.useUp())) throw new LinkUsed()
      await UserLink.query().where('userId', user.id).delete()
      await AddressChange.drop(user)
      await OpenSessions.closeAll(user)
      const now = clock.now()
      await user.merge({ passwordHash, updatedAt: now, verifiedAt: user.verifiedAt ?? now }).save()
      const action = link.purpose === 'welcome' ? 'member.joined' : 'password.reset'
      await SecurityTrail.append({ action, actor: actorOf(user, client) })
      return user
    })
  },
}

async function mayHavePassword(user: User): Promise<boolean> {
  return !(await LogInPolicy.requiresSso()) || LogInPolicy.isEmergencyOwner(user)
}

/** They forgot nothing: there is no password to forget. */
async function tellTheWay({ id }: User): Promise<void> {
  await Notice.leave('account.single_sign_on', {}, { to: id })
}

function actorOf({ id, name }: User, client: ClientInfo): Actor {
  return { type: 'user', id, name, ...client }
}
