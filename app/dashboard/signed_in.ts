import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import { askedOf } from '#app/front_door/asked_rights'
import { SessionCookie } from '#app/front_door/session_cookie'
import type Session from '#app/identity/sessions/session'
import { sessionOfToken } from '#app/identity/sessions/session_of_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { DashboardContext } from './dashboard_context.js'
import { flash } from '#app/front_door/pages/flash'
import { ownReferer } from '#app/front_door/pages/own_referer'
import { phrasesOf } from './language.js'
import { assertSupportMay } from './security/support_limits.js'
import { isSandboxOpen, showSandboxOpening } from './sandbox_opening.js'

/** From the cookie to the user, in the tenant of the host and the environment of the address. */
export function asUserIn(environment: Environment) {
  return async (ctx: HttpContext, next: NextFn) => {
    const { tenant } = ctx
    const session = await inLive(ctx, () => currentSession(ctx))
    if (!session) return toLogIn(ctx)
    ctx.dashboard = new DashboardContext(tenant, session, environment)
    askedOf(ctx)
    if (session.support) assertSupportMay(ctx, session.support)
    if (environment === 'test' && !(await isSandboxOpen(tenant))) return showSandboxOpening(ctx)
    return CurrentTenant.run({ tenant, environment }, next)
  }
}

/** The log-in itself, where nobody is known yet. */
export function beforeLogin(ctx: HttpContext, next: NextFn) {
  return inLive(ctx, next)
}

/** Found in this tenant's account alone: under another tenant's host a token is nobody's. */
export async function currentSession(ctx: HttpContext): Promise<Session | null> {
  const token = SessionCookie.read(ctx)
  if (!token) return null
  const now = clock.now()
  const session = await sessionOfToken(token)
  // the row was prolonged just now, so the cookie is as well
  if (session && session.seenAt >= now) SessionCookie.write(ctx, new Secret(token))
  return session
}

function inLive<T>({ tenant }: HttpContext, work: () => T): T {
  return CurrentTenant.run({ tenant, environment: 'live' }, work)
}

function toLogIn(ctx: HttpContext): void {
  const { request, response } = ctx
  // an EventSource that gets no content stops asking (HTML, 9.2.2)
  if (request.header('accept') === 'text/event-stream') return response.noContent()
  const isPost = request.method() === 'POST'
  if (isPost) flash(ctx, 'warning', phrasesOf(ctx).t('session.logged_out_meanwhile'))
  const next = isPost ? ownReferer(request) : request.url(true)
  response.redirect(next ? `/login?next=${encodeURIComponent(next)}` : '/login', false, 303)
}
