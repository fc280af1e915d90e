import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { EmergencyOwners } from '#app/identity/access/emergency_owners'
import { USUAL_ROLE } from '#app/identity/access/role'
import { isEmailAddress } from '#app/foundation/email_address'
import { freeOfRemoved } from '#app/identity/users/freed_address'
import { forgetPredecessor } from '#app/identity/users/fresh_row'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import { Membership } from '#app/identity/users/membership'
import { Seats } from '#app/identity/users/seats'
import User from '#app/identity/users/user'
import UserLink from '#app/identity/users/user_link'
import Connection from '#app/single_sign_on/connection'
import { ProvedDomains } from '#app/single_sign_on/proved_domains'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import EmergencyOwnerProtected from './errors/emergency_owner_protected.js'
import InvalidValue from './errors/invalid_value.js'
import NameTaken from './errors/name_taken.js'
import OwnerProtected from './errors/owner_protected.js'
import { ListedPeople, type ListedPerson } from './listed_person.js'
import { addressOf, nameOf, type Person } from './person.js'
import { requireFreeName } from './user_name.js'

/** Tokens are made by owners alone, so a directory may do to members what an owner may; who the last owner is, it cannot send away. */
const AS = 'owner'

const KEEP = `
  insert into directory_users (user_id, user_name, external_id, profile, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5)
  on conflict (user_id) do update set user_name = $2, external_id = $3, profile = $4, updated_at = $5`

/** Members, as an identity provider writes them. In the live scope: people belong to the account. */
export const People = {
  /**
   * A new member, or one who had been removed. They get an invitation by mail, unless they come in through the provider.
   *
   * @throws NameTaken, InvalidValue, SeatLimitExceeded
   */
  async create(person: Person, by: Actor): Promise<ListedPerson> {
    const email = checkedAddress(person)
    const connection = await Connection.inUse()
    return unit(async () => {
      await SecurityTrail.lock()
      await requireFreeName(person.userName, '')
      const known = await User.byEmail(email)
      if (known && !known.isRemoved) throw new NameTaken('address')
      const made = { name: nameOf(person), email, role: connection?.defaultRole ?? USUAL_ROLE }
      const user =
        connection || !person.isActive
          ? await provisioned(known, made, { isActive: person.isActive, by })
          : await MemberInvitation.invite(made, by)
      await keep(user.id, person)
      return ListedPeople.one(user.id)
    })
  },

  /**
   * Changes what the directory says of somebody. Deactivation ends their sessions and invitations with it.
   *
   * @param change  makes the new state of the one that nobody changes meanwhile; may throw, and nothing is changed
   * @throws PersonNotFound, NameTaken, InvalidValue, OwnerProtected, EmergencyOwnerProtected, LastOwner, SeatLimitExceeded
   */
  async change(
    id: string,
    by: Actor,
    change: (current: ListedPerson) => Person
  ): Promise<ListedPerson> {
    return unit(async () => {
      await SecurityTrail.lock()
      const current = await ListedPeople.one(id)
      const next = change(current)
      const user = await User.findOrFail(id)
      if (next.userName !== current.userName) await requireFreeName(next.userName, id)
      await rename(user, next, by)
      if (next.isActive !== current.isActive) await activate(user, next.isActive, by)
      const hasMoved = user.email !== current.email && user.isInvited
      if (next.isActive && (hasMoved || !current.isActive)) await inviteAnew(user, by)
      if (isOtherwise(current, next)) await keep(id, next)
      return ListedPeople.one(id)
    })
  },

  /** @throws PersonNotFound, EmergencyOwnerProtected, LastOwner */
  async remove(id: string, by: Actor, check: (current: ListedPerson) => void): Promise<void> {
    await unit(async () => {
      await SecurityTrail.lock()
      check(await ListedPeople.one(id))
      const user = await User.findOrFail(id)
      await requireNoEmergencyOwner(user)
      await new Membership(user, by, AS).remove({ revokeKeys: false })
    })
  },
}

interface Made {
  name: string
  email: string
  role: User['role']
}

/** Somebody who needs no password: they come in through the provider, or not yet. */
async function provisioned(
  known: User | null,
  { name, email, role }: Made,
  { isActive, by }: { isActive: boolean; by: Actor }
): Promise<User> {
  const id = known?.id ?? newId('usr')
  const details = { userId: id, role, isActive }
  await SecurityTrail.append({
    action: 'member.provisioned',
    actor: by,
    details,
    personal: { email },
  })
  if (isActive) await Seats.requireOne()
  const now = clock.now()
  if (known) await forgetPredecessor(known)
  const user = known ?? new User().merge({ id, createdAt: now })
  const fresh = { passwordHash: null, lastSeenAt: null, invitedAt: null, removedAt: null }
  const verifiedAt = (await isProved(email)) ? now : null
  const disabledAt = isActive ? null : now
  return user.merge({ ...fresh, name, email, role, verifiedAt, disabledAt, updatedAt: now }).save()
}

/** Name and address. An invitation that was sent to the old address leads nowhere then. */
async function rename(user: User, next: Person, by: Actor): Promise<void> {
  const [name, email] = [nameOf(next), checkedAddress(next)]
  if (name === user.name && email === user.email) return
  const from = user.email
  if (email !== from) {
    const present = await User.byEmail(email)
    if (present && present.id !== user.id && !present.isRemoved) throw new NameTaken('address')
    await freeOfRemoved(email)
    if (user.role === 'owner') await requireLettingIn(from, email)
    await UserLink.query().where('userId', user.id).delete()
    user.verifiedAt = (await isProved(email)) ? clock.now() : null
  }
  await SecurityTrail.append({
    action: 'member.profile_changed',
    actor: by,
    details: { userId: user.id },
    personal: { email: from, ...(email !== from && { newEmail: email }) },
  })
  await user.merge({ name, email, updatedAt: clock.now() }).save()
}

async function activate(user: User, isActive: boolean, by: Actor): Promise<void> {
  if (!isActive) await requireNoEmergencyOwner(user)
  const membership = new Membership(user, by, AS)
  await (isActive ? membership.enable() : membership.disable())
}

/** Somebody who has never come needs a way in. Without a provider that is an invitation; an earlier one ended with their old address or their deactivation. */
async function inviteAnew(user: User, by: Actor): Promise<void> {
  const hasCome = user.passwordHash !== null || user.lastSeenAt !== null
  if (!hasCome && !(await Connection.inUse())) await MemberInvitation.resend(user, by)
}

function isOtherwise(current: Person, next: Person): boolean {
  const told = ({ userName, externalId, profile }: Person) =>
    JSON.stringify([userName, externalId, profile])
  return told(current) !== told(next)
}

async function keep(id: string, { userName, externalId, profile }: Person): Promise<void> {
  const values = [id, userName, externalId, JSON.stringify(profile), clock.now()]
  await CurrentTenant.batch([{ text: KEEP, values }])
}

/** They are who is left when the provider fails, so the provider cannot send them away. @throws EmergencyOwnerProtected */
async function requireNoEmergencyOwner(user: User): Promise<void> {
  if (await EmergencyOwners.include(user)) throw new EmergencyOwnerProtected()
}

function checkedAddress(person: Person): string {
  const email = addressOf(person)
  if (!isEmailAddress(email))
    throw new InvalidValue(
      'A user needs an e-mail address, in emails or as userName; this is not one'
    )
  return email
}

async function isProved(email: string): Promise<boolean> {
  const [proofs] = await CurrentTenant.batch([ProvedDomains.holding(email)])
  return proofs.length > 0
}

/** An address is the way to a new password, so it is an owner who has said of which domains owners may be. @throws OwnerProtected */
async function requireLettingIn(from: string, to: string): Promise<void> {
  const proofs = await CurrentTenant.batch([from, to].map(ProvedDomains.lettingIn))
  if (proofs.some((rows) => rows.length === 0)) throw new OwnerProtected()
}
