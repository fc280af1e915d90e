import { DAY_MS } from '#app/foundation/duration'
import { Limiter } from '#app/foundation/limits/limiter'
import { sha256Hex } from '#app/foundation/opaque_token'
import { smsLimits } from './configuration.js'

const WINDOW_S = DAY_MS / 1_000

/** Which limit has been reached: that of the account, or that of one number within it. */
export type SmsLimit = 'account_limit' | 'number_limit'

/** One for each number of SMS that settings allow; all of a kind count under the same name. */
const limiters = new Map<string, Limiter>()

/**
 * Counts an SMS of a tenant within a day. Accounts share nothing, so none uses up what is another's. While Redis is away each process
 * counts for itself.
 *
 * @param to  in E.164; Redis learns its hash alone
 * @returns the limit that forbids it, if there is one
 */
export async function countSms(tenantId: string, to: string): Promise<SmsLimit | null> {
  const { perAccount, perNumber } = smsLimits.value
  const number = sha256Hex(`${tenantId}\n${to}`)
  if ((await limiter('sms_numbers', perNumber).count(number)).isOver) return 'number_limit'
  const { isOver } = await limiter('sms_accounts', perAccount).count(tenantId)
  return isOver ? 'account_limit' : null
}

function limiter(prefix: string, points: number): Limiter {
  const key = `${prefix}:${points}`
  const known = limiters.get(key) ?? new Limiter({ points, windowS: WINDOW_S, prefix })
  limiters.set(key, known)
  return known
}
