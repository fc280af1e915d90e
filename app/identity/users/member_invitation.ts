import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import { forgetPredecessor } from './fresh_row.js'
import { Seats } from './seats.js'
import type { Role } from '../access/role.js'
import User from './user.js'
import UserLink from './user_link.js'
import MemberExists from '../errors/member_exists.js'

interface Invited {
  name: string
  email: string
  role: Role
}

/** A person is asked to come: a mail with a link to set a password. In the live environment, for people belong to the account. */
export const MemberInvitation = {
  /**
   * Makes a new member, or takes back one who had left.
   *
   * @throws MemberExists, SeatLimitExceeded
   */
  async invite({ name, email, role }: Invited, by: Actor): Promise<User> {
    return unit(async () => {
      const known = await User.byEmail(email)
      const id = known?.id ?? newId('usr')
      const details = { userId: id, role }
      // it locks the account: of two who invite at the same time, the second finds one seat less, and the first one's guest
      await SecurityTrail.append({
        action: 'member.invited',
        actor: by,
        details,
        personal: { email },
      })
      const present = await User.byEmail(email)
      if (present && !(present.isRemoved && known))
        throw new MemberExists(present.isInvited && !present.isDisabled ? present.role : null)
      await Seats.requireOne()
      const now = clock.now()
      if (known) await forgetPredecessor(known)
      const user =
        known ?? new User().merge({ id, email: email.trim().toLowerCase(), createdAt: now })
      await user
        .merge({ name, role, passwordHash: null, verifiedAt: null, lastSeenAt: null })
        .merge({ disabledAt: null, removedAt: null, updatedAt: now })
        .save()
      await send(user, by)
      return user
    })
  },

  /** The mail once more; the link of the one before leads nowhere from now on. */
  async resend(user: User, by: Actor): Promise<void> {
    await unit(async () => {
      const details = { userId: user.id }
      await SecurityTrail.append({ action: 'member.invited_again', actor: by, details })
      await send(user, by)
    })
  },

  /** The first mail to somebody whom the platform has put there. Nothing for one who has a password or was written to. */
  async welcome(userId: string): Promise<void> {
    await unit(async () => {
      const user = await User.query().where('id', userId).forUpdate().first()
      if (user && !user.isDisabled && user.passwordHash === null && user.invitedAt === null)
        await send(user)
    })
  },

  /** In the unit that makes somebody an owner. One without a password gets a link that is good from now on, whenever they were written to before. */
  async welcomeOwner(user: User): Promise<void> {
    if (user.passwordHash === null) await send(user)
  },
}

/** In the unit that says why. @param by  in whose language it is written to somebody who has chosen none */
async function send(user: User, by?: Actor): Promise<void> {
  const link = await UserLink.issue(user, 'welcome')
  await user.merge({ invitedAt: clock.now() }).save()
  const inviter = by?.type === 'user' ? await User.find(by.id) : null
  const language = inviter?.language ?? null
  await Notice.leave('account.welcome', { linkId: link.id, language }, { to: user.id })
}
