import type { AccountAction } from '#app/audit/audit_action'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { isUniqueViolation } from '#app/foundation/unique_violation'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import { KnownDevices } from '../devices/known_devices.js'
import { SecondFactor } from '../second_factor/second_factor.js'
import type Session from '../sessions/session.js'
import { OpenSessions } from '../sessions/open_sessions.js'
import { freeOfRemoved } from '../users/freed_address.js'
import User from '../users/user.js'
import UserLink from '../users/user_link.js'
import AddressTaken from '../errors/address_taken.js'
import LinkUsed from '../errors/link_used.js'
import type AddressChange from './address_change.js'
import { AddressSource } from './address_source.js'

type ClientInfo = Pick<Actor, 'ipAddress' | 'userAgent'>

/** What the links of a change of address do. Each works once: of two who come with the same one, the second finds it used. */
export const AddressLink = {
  /**
   * From the new mailbox. Every other browser is logged out, and links that were mailed to the old address lead nowhere.
   *
   * @param session  of the browser that confirms: it goes on where it is the person's own
   * @throws LinkUsed, AddressTaken, AddressManaged
   */
  async confirm(change: AddressChange, client: ClientInfo, session: Session | null): Promise<void> {
    await orTaken(() =>
      unit(async () => {
        const user = await note(change, {
          action: 'address.changed',
          email: change.newEmail,
          client,
        })
        if (user.email !== change.oldEmail) throw new LinkUsed()
        await AddressSource.requireOwn(user)
        if (!(await change.markMade())) throw new LinkUsed()
        await freeOfRemoved(change.newEmail)
        const now = clock.now()
        await user.merge({ email: change.newEmail, verifiedAt: now, updatedAt: now }).save()
        await UserLink.query().where('userId', user.id).delete()
        const own = session?.userId === user.id ? session : undefined
        await OpenSessions.closeAll(user, { but: own })
        await Notice.leave('address.changed', { changeId: change.id }, { to: user.id })
      })
    )
  },

  /** From the old mailbox, before the change: it was not the person. Every browser is logged out. @throws LinkUsed */
  async refuse(change: AddressChange, client: ClientInfo): Promise<void> {
    await unit(async () => {
      const user = await note(change, { action: 'address.change_refused', client })
      const text = 'delete from address_changes where id = $1 and changed_at is null returning id'
      const [dropped] = await CurrentTenant.batch([{ text, values: [change.id] }])
      if (dropped.length === 0) throw new LinkUsed()
      await KnownDevices.forget(user)
      await OpenSessions.closeAll(user)
    })
  },

  /**
   * From the old mailbox, after the change. The old address is back, every browser is logged out, and the password counts no longer: a link to a new one
   * is mailed to the old address. A second factor and passkeys that were set up since the request go, and all recovery codes.
   *
   * @throws LinkUsed, also where somebody else has changed the address since, or decides on it now; AddressTaken
   */
  async undo(change: AddressChange, client: ClientInfo): Promise<void> {
    await orTaken(() =>
      unit(async () => {
        const user = await note(change, {
          action: 'address.restored',
          email: change.oldEmail,
          client,
        })
        if (!(await isStillTheirs(user, change))) throw new LinkUsed()
        if (!(await change.useUp())) throw new LinkUsed()
        await freeOfRemoved(change.oldEmail)
        const hadPassword = user.passwordHash !== null
        const now = clock.now()
        await user
          .merge({ email: change.oldEmail, passwordHash: null, verifiedAt: now, updatedAt: now })
          .save()
        await KnownDevices.forget(user)
        await SecondFactor.forgetSince(user, change.requestedAt)
        await UserLink.query().where('userId', user.id).delete()
        await OpenSessions.closeAll(user)
        if (!hadPassword) return
        const link = await UserLink.issue(user, 'reset')
        await Notice.leave('account.reset', { linkId: link.id }, { to: user.id })
      })
    )
  },
}

/**
 * Nobody but the person has moved the address since. They may have changed it once more: undoing the first change takes that along. What a directory or an
 * identity provider says now is not for an old mailbox to undo.
 */
async function isStillTheirs(user: User, change: AddressChange): Promise<boolean> {
  if (await AddressSource.isElsewhere(user)) return false
  return user.email === change.newEmail || (await change.ledTo(user.email))
}

interface Entry {
  action: AccountAction
  email?: string
  client: ClientInfo
}

/** It locks the account: what comes after sees what others did. @throws LinkUsed for people who may no longer log in */
async function note(change: AddressChange, { action, email, client }: Entry): Promise<User> {
  const known = await User.findOrFail(change.userId)
  const actor: Actor = { type: 'user', id: known.id, name: known.name, ...client }
  const details = { userId: known.id }
  await SecurityTrail.append({ action, actor, details, personal: email ? { email } : undefined })
  const user = await User.query().where('id', known.id).forUpdate().firstOrFail()
  if (user.isDisabled) throw new LinkUsed()
  return user
}

/** The table of people decides who has an address. */
async function orTaken(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw isUniqueViolation(error) ? new AddressTaken() : error
  }
}
