import type { HttpContext } from '@adonisjs/core/http'
import { clientInfo } from '#app/front_door/client_info'
import { MINUTE_MS } from '#app/foundation/duration'
import { homeNetwork } from '#app/foundation/limits/home_network'
import { Limiter } from '#app/foundation/limits/limiter'
import { sha256Hex } from '#app/foundation/opaque_token'
import { LogInLimit } from '#app/identity/sessions/log_in_limit'
import TooManyMessages from './errors/too_many_messages.js'

/** An office comes to work from one address; each message costs some ten milliseconds in a thread. */
const MAX_PER_ADDRESS = 600
const MAX_PER_TENANT = 1_200

const ofAddresses = new LogInLimit({ points: MAX_PER_ADDRESS, windowMs: MINUTE_MS })
const ofTenants = new LogInLimit({ points: MAX_PER_TENANT, windowMs: MINUTE_MS })
let logOuts: Limiter | undefined

/** Over all web processes. @throws TooManyMessages; AttemptsUncounted while Redis is away */
export async function limitLogIns(ctx: HttpContext): Promise<void> {
  const allowed = await Promise.all([
    ofAddresses.allows(addressOf(ctx)),
    ofTenants.allows(sha256Hex(`sso messages\n${ctx.tenant.id}`)),
  ])
  if (!allowed.every(Boolean)) throw new TooManyMessages()
}

/** The same for the end of a session, which does not wait for Redis: each process counts for itself while it is away. @throws TooManyMessages */
export async function limitLogOuts(ctx: HttpContext): Promise<void> {
  const windowS = MINUTE_MS / 1_000
  logOuts ??= new Limiter({ points: MAX_PER_ADDRESS, windowS, prefix: 'sso_log_outs' })
  if ((await logOuts.count(addressOf(ctx))).isOver) throw new TooManyMessages()
}

function addressOf({ request }: HttpContext): string {
  return sha256Hex(`sso messages\n${homeNetwork(clientInfo(request).ipAddress)}`)
}
