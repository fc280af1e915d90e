import { HOUR_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import { LogInLimit } from '../sessions/log_in_limit.js'

export const MAX_ADDRESS_MAILS = 5

const limit = new LogInLimit({ points: MAX_ADDRESS_MAILS, windowMs: HOUR_MS })

/** How often somebody may have a mail sent to an address that they only say is theirs, in an hour. @throws AttemptsUncounted while Redis is away */
export function mayMailNewAddress({ id }: { id: string }): Promise<boolean> {
  return limit.allows(sha256Hex(`new address\n${id}`))
}
