import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import type { RowOf } from '#app/tenancy/row'
import Notice from '#app/tenants/notice'
import { LogInPolicy } from '../access/log_in_policy.js'
import { SecondFactor } from '../second_factor/second_factor.js'
import SingleSignOnRequired from '../errors/single_sign_on_required.js'
import type User from '../users/user.js'

interface LogIn extends Pick<Actor, 'ipAddress' | 'userAgent'> {
  /** Without one, as for a browser that goes to another host, nobody has just logged in. */
  method?: RowOf<'sessions'>['method']
}

/**
 * In the unit that opens a session which no identity provider began. While single sign-on is required it is an emergency: for the owners named for it
 * alone, with a second factor, and everybody who looks after the account is told.
 *
 * @throws SingleSignOnRequired
 */
export async function admitWithoutProvider(
  user: User,
  { method, ...client }: LogIn
): Promise<void> {
  const { isEmergency } = await LogInPolicy.allowPassword(user)
  const actor: Actor = { type: 'user', id: user.id, name: user.name, ...client }
  if (!isEmergency) {
    const action = method === 'passkey' ? 'log_in.passkey' : 'log_in.password'
    if (method) await SecurityTrail.append({ action, actor, details: { method } })
    return
  }
  if (!(await SecondFactor.isOnFor(user))) throw new SingleSignOnRequired()
  const [entry] = await SecurityTrail.append({ action: 'log_in.emergency', actor })
  await Notice.leave('sso.emergency_log_in', { userId: user.id, at: entry.at })
}
