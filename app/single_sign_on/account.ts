import { SYSTEM, type Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { sha256Hex } from '#app/foundation/opaque_token'
import { outranks, type Role } from '#app/identity/access/role'
import { GroupRoles } from '#app/identity/access/group_roles'
import SeatLimitExceeded from '#app/identity/errors/seat_limit_exceeded'
import { OpenSessions } from '#app/identity/sessions/open_sessions'
import { Membership } from '#app/identity/users/membership'
import { Seats } from '#app/identity/users/seats'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Statement } from '#app/tenancy/statement'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { must, Rejection } from './gate/rejection.js'
import { ProvedDomains } from './proved_domains.js'
import type Connection from './connection.js'
import type { Profile } from './profile.js'

export type ClientInfo = Pick<Actor, 'ipAddress' | 'userAgent'>

/** Nobody is made an owner, shut out or given a role while it is found out who comes in. */
const ALONE = { text: 'select 1 from chain_head for update' }

const BY_RULE = { by: 'single sign-on' }

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

const BY_IDENTITY = `select u.* from users u join sso_identities i on i.user_id = u.id where i.digest = $1`
const REMEMBER = `
  insert into sso_identities (digest, provider, name_id, user_id, created_at, last_seen_at)
  values ($1, $2, $3, $4, $5, $5)
  on conflict (digest) do update set user_id = excluded.user_id, last_seen_at = excluded.last_seen_at`

/**
 * Which member a provider means: the one that the same name led to before, else the one with the address, else a new one where the tenant wants that
 * and the address is of a domain of its own. In a unit.
 *
 * @throws Rejection where there is none, or none that may come in
 */
export async function memberOf(
  connection: Connection,
  profile: Profile,
  client: ClientInfo
): Promise<User> {
  await CurrentTenant.batch([ALONE])
  const digest = sha256Hex(`${connection.provider}\n${profile.nameId}`)
  const isNamed = profile.nameFormat !== TRANSIENT
  const known = isNamed ? await knownBy(digest) : undefined
  const user = known ?? (await byAddress(connection, profile, client))
  must(!user.isRemoved, 'account', 'E_REMOVED', { received: user.email })
  must(!user.isDisabled, 'account', 'E_DISABLED', { received: user.email })
  await requireOwnersDomain(user, profile)
  await giveRole(user, profile.role)
  if (isNamed) {
    const values = [digest, connection.provider, profile.nameId, user.id, clock.now()]
    await CurrentTenant.batch([{ text: REMEMBER, values }])
  }
  return user
}

async function knownBy(digest: string): Promise<User | undefined> {
  const [users] = await CurrentTenant.batch([{ text: BY_IDENTITY, values: [digest] }])
  return modelsOf(User, users).at(0)
}

async function byAddress(
  connection: Connection,
  profile: Profile,
  client: ClientInfo
): Promise<User> {
  const { email } = profile
  must(email !== null, 'account', 'E_NO_EMAIL', { received: profile.nameId })
  const user = await User.byEmail(email)
  return user ?? made(connection, { ...profile, email }, client)
}

/**
 * An administrator connects the provider, and must not become an owner by what it says, whenever the member became one: an owner has let owners of
 * the domain in, and it is the address that says who they are. A name may have led to them before that was an owner's to decide.
 */
async function requireOwnersDomain({ role, email }: User, said: Profile): Promise<void> {
  if (role !== 'owner') return
  const isAllowed = await holds(ProvedDomains.lettingIn(email))
  must(isAllowed, 'account', 'E_OWNER_DOMAIN', { received: email })
  const received = said.email ?? undefined
  must(said.email === email, 'account', 'E_OWNER_ADDRESS', { expected: email, received })
}

/**
 * At every log-in, up or down, as by an administrator's hand: owners are made and changed by owners alone. A group that came by SCIM rules over the
 * rules, so that a role is the same before a log-in and after.
 */
async function giveRole(user: User, role: Role | null): Promise<void> {
  if (role === null || role === user.role || user.role === 'owner') return
  if (await GroupRoles.include(user)) return
  const isRise = outranks(role, user.role)
  await new Membership(user, SYSTEM, 'admin').changeRole(role, BY_RULE)
  // the person who logs in now has more right to the account than the holder of an older session
  if (isRise) await OpenSessions.closeAll(user)
}

async function holds(proof: Statement): Promise<boolean> {
  const [proofs] = await CurrentTenant.batch([proof])
  return proofs.length > 0
}

async function made(
  connection: Connection,
  { email, name, role: profileRole }: Profile & { email: string },
  client: ClientInfo
): Promise<User> {
  must(connection.makesMembers, 'account', 'E_NO_MEMBER', { received: email })
  must(await holds(ProvedDomains.holding(email)), 'account', 'E_DOMAIN', { received: email })
  const id = newId('usr')
  const role = profileRole ?? connection.defaultRole
  // it locks the account: of two who come at the same time the second sees the first
  await SecurityTrail.append({
    action: 'member.joined',
    actor: { type: 'user', id, name, ...client },
    details: { userId: id, role, by: 'single sign-on' },
    personal: { email },
  })
  const present = await User.byEmail(email)
  if (present) return present
  await requireSeat()
  const now = clock.now()
  const passwordHash = null
  return User.create({
    ...{ id, email, name, role, passwordHash, disabledAt: null, removedAt: null },
    ...{ createdAt: now, updatedAt: now, verifiedAt: now },
  })
}

async function requireSeat(): Promise<void> {
  const { suspendedAt } = await TenantEntitlements.current()
  must(suspendedAt === null, 'seats', 'E_SUSPENDED')
  try {
    await Seats.requireOne()
  } catch (error) {
    if (!(error instanceof SeatLimitExceeded)) throw error
    throw new Rejection('seats', 'E_SEATS', { received: error.message })
  }
}
