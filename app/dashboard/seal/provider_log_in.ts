import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { randomToken, safeEqual } from '#app/foundation/opaque_token'
import { HostCookie } from '#app/front_door/hosts/host_cookie'
import type { LogInRequest } from '#app/sealing/csc/csc_oauth'
import { requireWay } from '#app/sealing/csc/listed_credentials'
import { PendingLogIn } from '#app/signing/seal/own/pending_connection'
import { providerAt, type ProviderConnection } from '#app/signing/seal/own/provider'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { showWholePage } from '../page.js'
import { HOME } from './seal_page.js'

const ONE_HOUR_S = 60 * 60

const cookie = new HostCookie('seal_log_in', ONE_HOUR_S)

/** Where the provider sends people back to; it has to know it beforehand. */
export function returnUrl({ target }: HttpContext): string {
  return publicUrl(target.host, `${HOME}/provider/return`)
}

/**
 * Sends the browser to the provider, where somebody logs in for us. After `readPage`.
 *
 * @throws CertificateRefused, E_KEY_STORE_AWAY
 */
export async function sendToLogIn(ctx: HttpContext, connection: ProviderConnection): Promise<void> {
  const http = providerAt(connection)
  await requireWay(http, 'person')
  const [state, verifier] = [randomToken(), randomToken()]
  const request: LogInRequest = { redirectUri: returnUrl(ctx), state, verifier }
  const url = await http.oauth.logInUrl(request)
  const { user } = ctx.dashboard
  cookie.write(ctx, new Secret(await PendingLogIn.sealed({ connection, request }, user.id)))
  ctx.response.header('Referrer-Policy', 'no-referrer')
  // our forms may lead nowhere else, not even by a redirect: the page that answers goes on by itself
  const isBrowser = ctx.request.header('sec-fetch-mode') !== undefined
  if (!isBrowser) return ctx.response.redirect(url, false, 303)
  ctx.response.header('Refresh', `0; url=${url}`)
  await showWholePage(ctx, 'dashboard/seal/to_provider', { url, host: new URL(url).host })
}

/** What was begun in this browser by this person, once: the state that comes back has to be that of then. Null for anything else. */
export async function begunLogIn(
  ctx: HttpContext
): Promise<{ connection: ProviderConnection; request: LogInRequest } | null> {
  const carried = cookie.read(ctx)
  cookie.clear(ctx)
  const begun = carried && (await PendingLogIn.opened(carried, ctx.dashboard.user.id))
  const { state } = ctx.request.qs()
  return begun && typeof state === 'string' && safeEqual(begun.request.state, state) ? begun : null
}
