import type { HttpContext } from '@adonisjs/core/http'
import { OpenSessions } from '#app/identity/sessions/open_sessions'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { HandedOverCookie } from './handed_over_cookie.js'
import { SessionCookie } from './session_cookie.js'

/**
 * Nobody is logged in on this device any more, before somebody else gets it: neither at this host nor at another one of the tenant. Who logs in
 * here next is asked anew who they are, by an identity provider as well. Outside a unit.
 */
export async function logOutDevice(ctx: HttpContext): Promise<void> {
  const { tenant } = ctx
  HandedOverCookie.set(ctx)
  const token = SessionCookie.read(ctx)
  if (token === null) return
  await CurrentTenant.run({ tenant, environment: 'live' }, () => OpenSessions.closeOnDevice(token))
  SessionCookie.clear(ctx)
}
