import type { HttpContext } from '@adonisjs/core/http'
import Connection from '#app/single_sign_on/connection'
import NothingHere from '../errors/nothing_here.js'
import { limitLogIns, limitLogOuts } from './message_limits.js'

/** @throws NothingHere where no provider is connected, or the plan has no single sign-on; TooManyMessages, AttemptsUncounted */
export async function connectionHere(ctx: HttpContext): Promise<Connection> {
  await limitLogIns(ctx)
  return orNothing(await Connection.inUse())
}

/** The same for what the provider sends, also while it is only tested: it was told one host, and a message that comes to another was meant for somebody who had that one. */
export async function testedConnectionHere(ctx: HttpContext): Promise<Connection> {
  await limitLogIns(ctx)
  const connection = orNothing(await Connection.inUseOrTest())
  return orNothing(isConnectedHost(ctx, connection) ? connection : null)
}

/** For messages about the end of a session. @throws NothingHere; TooManyMessages */
export async function logOutConnectionHere(ctx: HttpContext): Promise<Connection> {
  await limitLogOuts(ctx)
  return orNothing(await Connection.inUse())
}

/** Whether this is the host that the provider was told. */
export function isConnectedHost({ target }: HttpContext, { host }: Connection): boolean {
  return target.kind === 'tenant' && target.host === host
}

function orNothing(connection: Connection | null): Connection {
  if (!connection) throw new NothingHere()
  return connection
}
