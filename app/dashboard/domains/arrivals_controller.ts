import type { HttpContext } from '@adonisjs/core/http'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { flash } from '#app/front_door/pages/flash'
import { DeviceCookie } from '#app/front_door/device_cookie'
import { SessionCookie } from '#app/front_door/session_cookie'
import { clientInfo } from '#app/front_door/client_info'
import { HostTransfer } from '#app/identity/sessions/host_transfer'
import { openSession } from '#app/identity/sessions/session_opening'
import { publicUrl } from '#app/tenants/hosts/public_address'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { nextPath } from '../sessions/next_path.js'
import { currentSession } from '../signed_in.js'
import { originHost } from './app_host.js'
import { ArrivalCookie } from './arrival_cookie.js'

const HOME = '/documents'

/** Somebody who is logged in at another host of the tenant comes to this one. */
export default class ArrivalsController {
  /** GET /arrivals/new?from=&next=: the browser is given something to be known by, and asks for a code where it is logged in. */
  async create(ctx: HttpContext) {
    const { request, response, target } = ctx
    const from = await originHost(ctx, request.qs().from)
    const next = nextPath(request.input('next')) ?? HOME
    if (!from) throw new NothingHere()
    if (await currentSession(ctx)) return response.redirect(next, false, 303)
    const nonce = randomToken()
    ArrivalCookie.write(ctx, nonce)
    const query = new URLSearchParams({ to: target.host, nonce: sha256Hex(nonce), next })
    response.redirect(publicUrl(from, `/departures/new?${query}`), false, 303)
  }

  /** GET /arrivals?code=&next=: who cannot be let in by the code goes on to the same page after the log-in. */
  async store(ctx: HttpContext) {
    const { request, response, target } = ctx
    const { code, next: wanted } = request.qs()
    const nonce = ArrivalCookie.take(ctx)
    const transferred =
      nonce !== null && typeof code === 'string'
        ? await HostTransfer.end(code, { host: target.host, nonce, ...clientInfo(request) })
        : null
    if (!transferred) {
      flash(ctx, 'info', phrasesOf(ctx).t('domains.log_in'))
      return response.redirect(logInFor(nextPath(wanted)), false, 303)
    }
    const replacing = await currentSession(ctx)
    const { user, next, ...carried } = transferred
    const device = DeviceCookie.of(ctx)
    const { token } = await openSession(user, {
      ...clientInfo(request),
      ...carried,
      ...{ replacing, device },
    })
    SessionCookie.write(ctx, token)
    DeviceCookie.write(ctx, device)
    response.redirect(nextPath(next) ?? HOME, false, 303)
  }
}

function logInFor(next: string | null): string {
  return next === null ? '/login' : `/login?${new URLSearchParams({ next })}`
}
