import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import ApiKey from '#app/identity/keys/api_key'
import { SCOPES, type Scope } from '#app/identity/access/scope'
import { openSession, openSupportSession } from '#app/identity/sessions/session_opening'
import { SupportSession } from '#app/identity/sessions/support_session'
import type { Role } from '#app/identity/access/role'
import User from '#app/identity/users/user'
import DirectoryToken from '#app/directory/directory_token'
import { isApi, isScim, type Route } from '../requests/route_list.js'

/** Something that lets its holder in, and as what. */
export interface Credential {
  /** As a report names it: `the developer`. */
  readonly name: string
  readonly kind: 'key' | 'session' | 'support' | 'operator' | 'directory'
  readonly headers: Record<string, string>
  readonly role?: Role
  /** Of a key. */
  readonly environment?: Environment
  /** Of a key: the one thing that it may not do; null for one that may do everything. */
  readonly lacks?: Scope | null
  /** Of a support session. */
  readonly mayWrite?: boolean
}

/** A key for everything, or for everything but one scope. In the live scope, as all of these. */
export async function keyOf(
  createdBy: User,
  {
    environment,
    name,
    lacks = null,
  }: { environment: Environment; name: string; lacks?: Scope | null }
): Promise<{ id: string; credential: Credential }> {
  const scopes = SCOPES.filter((scope) => scope !== lacks)
  const { key, secret } = await ApiKey.issue({ environment, name, createdBy, scopes })
  const credential: Credential = {
    name: lacks ? `a ${environment} key without ${lacks}` : `a ${environment} key`,
    kind: 'key',
    environment,
    lacks,
    headers: { authorization: `Bearer ${secret.release()}` },
  }
  return { id: key.id, credential }
}

/** Of an identity provider, which writes people by SCIM. */
export async function directoryOf(owner: User, name: string): Promise<Credential> {
  const token = await DirectoryToken.issue(name, { type: 'user', id: owner.id, name: owner.name })
  return {
    name: 'a SCIM token',
    kind: 'directory',
    headers: { authorization: `Bearer ${token.release()}` },
  }
}

/** Whether this is what a route asks for: pages a session, the API a key, SCIM a token of its own. */
export function isFor({ kind }: Credential, route: Pick<Route, 'pattern'>): boolean {
  if (isScim(route)) return kind === 'directory'
  return kind !== 'directory' && isApi(route) === (kind === 'key')
}

export async function sessionOf(user: User): Promise<Credential> {
  // the proof may take longer than a log-in counts as fresh
  const provedAt = new Date(clock.now().getTime() + HOUR_MS)
  const { token } = await openSession(user, { provedAt })
  const name = `the ${user.role}`
  return { name, kind: 'session', role: user.role, headers: cookie('session', token.release()) }
}

/** An operator who was let in for a reason, as they are once they are logged in. */
export async function supportCredential(
  operator: { id: string; name: string },
  { reason, mayWrite }: { reason: string; mayWrite: boolean }
): Promise<{ id: string; credential: Credential }> {
  const named = SupportSession.newGrant()
  await SupportSession.grant({ ...named, operator, reason, mayWrite, minutes: 60 })
  const support = await SupportSession.redeem(named.code, {})
  if (!support) throw new Error('A support session that was just granted is not to be had')
  const token = await openSupportSession(support)
  const name = mayWrite ? 'a support visit with changes' : 'a support visit that only reads'
  const headers = cookie('session', token.release())
  return { id: support.id, credential: { name, kind: 'support', mayWrite, headers } }
}

export async function person(
  { name, email }: { name: string; email: string },
  role: Role,
  state: { invitedAt?: Date; disabledAt?: Date } = {}
): Promise<User> {
  const now = clock.now()
  const row = { id: newId('usr'), name, email, role, createdAt: now, updatedAt: now }
  return User.create({ ...row, ...state })
}

/** By the name that cookies have under HTTPS, and by that which they have without it. */
export function cookie(name: string, value: string): Record<string, string> {
  return { cookie: `${name}=${value}; __Host-${name}=${value}` }
}
