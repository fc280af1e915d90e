import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import LogInOvertaken from '../errors/log_in_overtaken.js'
import { hasSecondFactor } from '../second_factor/has_second_factor.js'
import type User from '../users/user.js'
import type { LogInMethod } from './session.js'

interface Proof {
  /** By what they log in now; without it somebody else vouches for them, such as an identity provider. */
  method?: LogInMethod
  /** SHA-256 of the token of the session that lets them in. */
  from?: string
}

interface Person extends RowOf<'users', 'password_hash' | 'disabled_at'> {
  has_factor: boolean
}

const PERSON = `
  select password_hash, disabled_at, ${hasSecondFactor('users.id')} as has_factor
    from users where id = $1 for no key update`
const SOURCE = `
  select token_sha256 from sessions where token_sha256 = $1 and user_id = $2 and expires_at > $3 for key share`

/**
 * In the unit that lets somebody in, after the policies: what was proved before it may be changed since, and every session be closed. Who changes that holds
 * the account, as this does.
 *
 * @throws LogInOvertaken
 */
export async function assertProofStands(user: User, { method, from }: Proof): Promise<void> {
  await SecurityTrail.lock()
  const [[person], sources] = await CurrentTenant.batch([
    query<Person>(PERSON, [user.id]),
    query<RowOf<'sessions', 'token_sha256'>>(SOURCE, [from ?? null, user.id, clock.now()]),
  ] as const)
  const stands =
    person?.disabled_at === null &&
    (from === undefined || sources.length === 1) &&
    (!method?.startsWith('password') || person.password_hash === user.passwordHash) &&
    (method !== 'password' || !person.has_factor) &&
    (method !== 'passkey' || person.has_factor)
  if (!stands) throw new LogInOvertaken()
}
