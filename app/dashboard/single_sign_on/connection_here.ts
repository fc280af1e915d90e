import type { HttpContext } from '@adonisjs/core/http'
import Connection from '#app/single_sign_on/connection'
import { LocalCount } from '#app/foundation/limits/local_count'
import { clientInfo } from '#app/front_door/client_info'
import { MINUTE_MS } from '#app/foundation/duration'
import NothingHere from '../errors/nothing_here.js'
import TooManyMessages from './errors/too_many_messages.js'

/** An office comes to work from one address; each message costs some ten milliseconds in a thread. */
const MAX_PER_ADDRESS = 600
const MAX_PER_TENANT = 1_200

const counts = new LocalCount(MINUTE_MS)

/** @throws NothingHere where no provider is connected, or the plan has no single sign-on; TooManyMessages */
export async function connectionHere(ctx: HttpContext): Promise<Connection> {
  countMessage(ctx)
  return orNothing(await Connection.inUse())
}

/** The same while it is only tested. */
export async function testedConnectionHere(ctx: HttpContext): Promise<Connection> {
  countMessage(ctx)
  return orNothing(await Connection.inUseOrTest())
}

/** Whether this is the host that the provider was told. */
export function isConnectedHost({ target }: HttpContext, { host }: Connection): boolean {
  return target.kind === 'tenant' && target.host === host
}

function countMessage(ctx: HttpContext): void {
  const { ipAddress } = clientInfo(ctx.request)
  const isOften =
    counts.add(`address ${ipAddress}`) > MAX_PER_ADDRESS ||
    counts.add(`tenant ${ctx.tenant.id}`) > MAX_PER_TENANT
  if (isOften) throw new TooManyMessages()
}

function orNothing(connection: Connection | null): Connection {
  if (!connection) throw new NothingHere()
  return connection
}
