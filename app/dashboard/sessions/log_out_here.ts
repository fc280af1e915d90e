import type { HttpContext } from '@adonisjs/core/http'
import { SessionCookie } from '#app/front_door/session_cookie'
import { visitOf } from '#app/front_door/visit'
import Connection from '#app/single_sign_on/connection'
import { LogOut } from '#app/single_sign_on/log_out'
import { currentSession } from '../signed_in.js'
import { leaveFor } from '../single_sign_on/way.js'

/** The session ends here, and then, where an identity provider began it and wants to be told, there. */
export async function logOutHere(ctx: HttpContext): Promise<void> {
  const session = await currentSession(ctx)
  await session?.support?.end(session.support.actor(visitOf(ctx.request)))
  await session?.close()
  SessionCookie.clear(ctx)
  const connection = session?.by ? await Connection.inUse() : null
  const way = session && connection && (await LogOut.tell(connection, session))
  if (way) return leaveFor(ctx, way)
  ctx.response.redirect('/login', false, 303)
}
