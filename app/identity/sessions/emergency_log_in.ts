import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import Notice from '#app/tenants/notice'
import { LogInPolicy } from '../access/log_in_policy.js'
import { SecondFactor } from '../second_factor/second_factor.js'
import SingleSignOnRequired from '../errors/single_sign_on_required.js'
import type User from '../users/user.js'

/**
 * In the unit that opens a session which no identity provider began. While single sign-on is required it is an emergency: for the owners named for it
 * alone, with a second factor, and everybody who looks after the account is told.
 *
 * @throws SingleSignOnRequired
 */
export async function admitWithoutProvider(
  user: User,
  client: Pick<Actor, 'ipAddress' | 'userAgent'>
): Promise<void> {
  const { isEmergency } = await LogInPolicy.allowPassword(user)
  if (!isEmergency) return
  if (!(await SecondFactor.isOnFor(user))) throw new SingleSignOnRequired()
  const actor: Actor = { type: 'user', id: user.id, name: user.name, ...client }
  const [entry] = await SecurityTrail.append({ action: 'log_in.emergency', actor })
  await Notice.leave('sso.emergency_log_in', { userId: user.id, at: entry.at })
}
