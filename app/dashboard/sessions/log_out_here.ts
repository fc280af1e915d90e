import type { HttpContext } from '@adonisjs/core/http'
import { SessionCookie } from '#app/front_door/session_cookie'
import { clientInfo } from '#app/front_door/client_info'
import Connection from '#app/single_sign_on/connection'
import { LogOut } from '#app/single_sign_on/log_out'
import { currentSession } from '../signed_in.js'
import { sendToProviderAfterForm } from '../single_sign_on/provider_redirect.js'

/** The session ends here, and then, if an identity provider began it and supports single logout, there. */
export async function logOutHere(ctx: HttpContext): Promise<void> {
  const session = await currentSession(ctx)
  await session?.support?.end(session.support.actor(clientInfo(ctx.request)))
  await session?.close()
  SessionCookie.clear(ctx)
  const connection = session?.by ? await Connection.inUse() : null
  const message = session && connection && (await LogOut.request(connection, session))
  if (message) return sendToProviderAfterForm(ctx, message, 'log_out')
  ctx.response.redirect('/login', false, 303)
}
