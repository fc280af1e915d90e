import type { HttpContext } from '@adonisjs/core/http'
import { DeviceCookie } from '#app/front_door/device_cookie'
import { HandedOverCookie } from '#app/front_door/handed_over_cookie'
import { SessionCookie } from '#app/front_door/session_cookie'
import { clientInfo } from '#app/front_door/client_info'
import { randomToken } from '#app/foundation/opaque_token'
import { LogIn, type Refused } from '#app/single_sign_on/log_in'
import type { WayBack } from '#app/single_sign_on/signer_proof'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { nextPath } from '../sessions/next_path.js'
import { currentSession } from '../signed_in.js'
import { BrowserCookie } from './browser_cookie.js'
import { connectionHere, isConnectedHost, testedConnectionHere } from './connection_here.js'
import { showRefused } from './refused.js'
import { showHostLost } from './host_lost.js'
import { postedForm } from './posted_form.js'
import { SETUP } from './setup/routes.js'
import { attemptPath } from './settings/settings_page.js'
import { sendToProvider } from './provider_redirect.js'

const HOME = '/documents'
const CODE = /^[\w-]{43}$/

export default class LogInsController {
  /** GET /sso/saml/login?next=&fresh= */
  async create(ctx: HttpContext) {
    const connection = await connectionHere(ctx)
    const next = nextPath(ctx.request.input('next'))
    const isAgain = ctx.request.input('fresh') === 'yes'
    if (!isConnectedHost(ctx, connection)) {
      if (!(await connection.isServed())) return showHostLost(ctx)
      const query = new URLSearchParams({ ...(next && { next }), ...(isAgain && { fresh: 'yes' }) })
      const { logIn } = connection.addresses
      return ctx.response.redirect(query.size > 0 ? `${logIn}?${query}` : logIn, false, 302)
    }
    const browser = BrowserCookie.keep(ctx)
    // the person who signed on this device may still hold it, and the provider may still know its host
    const isFresh = isAgain || HandedOverCookie.isSet(ctx)
    await sendToProvider(ctx, await LogIn.begin(connection, { browser, next, isFresh }))
  }

  /** POST /sso/saml/acs. Another site's form: no cookie of ours came along, so no session is opened yet. */
  async store(ctx: HttpContext) {
    const connection = await testedConnectionHere(ctx)
    const field = await postedForm(ctx)
    const browser = randomToken()
    const received = await LogIn.receive(connection, {
      message: field('SAMLResponse'),
      browser,
      // where nobody here asked, and the tenant allows it; a path of ours, or nothing
      next: nextPath(field('RelayState')),
      relay: field('RelayState'),
    })
    if ('fault' in received) return showFailed(ctx, connection.host, received)
    const { code, signingHost } = received
    if (signingHost) return sendBack(ctx, { host: signingHost, code })
    // a browser that began here has its own, which this form did not bring along: it is not to be replaced
    if (received.isUnsolicited) BrowserCookie.write(ctx, browser)
    const query = new URLSearchParams({ code })
    ctx.response.redirect(publicUrl(connection.host, `/sso/saml/complete?${query}`), false, 303)
  }

  /** GET /sso/saml/complete?code= */
  async show(ctx: HttpContext) {
    const connection = await testedConnectionHere(ctx)
    const { code } = ctx.request.qs()
    const device = DeviceCookie.of(ctx)
    const completed = await LogIn.complete(connection, {
      code: typeof code === 'string' && CODE.test(code) ? code : '',
      browser: BrowserCookie.read(ctx),
      client: clientInfo(ctx.request),
      replacing: await currentSession(ctx),
      device,
    })
    if ('fault' in completed) {
      // the next try asks the provider to ask anew
      if (completed.fault.code === 'E_STALE') HandedOverCookie.set(ctx)
      return showFailed(ctx, connection.host, completed)
    }
    if ('tested' in completed)
      return ctx.response.redirect(
        pathOf(completed.tested.attemptId, completed.tested.begunBy),
        false,
        303
      )
    SessionCookie.write(ctx, completed.token)
    HandedOverCookie.clear(ctx)
    DeviceCookie.write(ctx, device)
    ctx.response.redirect(nextPath(completed.next) ?? HOME, false, 303)
  }
}

/** A signer goes on at the host of their signing link, which their browser is known to. */
function sendBack({ response }: HttpContext, { host, code }: WayBack): void {
  const query = new URLSearchParams({ code })
  response.redirect(publicUrl(host, `/sign-identity?${query}`), false, 303)
}

/** Who tries a log-in reads why it failed; everybody else a number. */
async function showFailed(ctx: HttpContext, host: string, refused: Refused): Promise<void> {
  if (refused.wayBack) return sendBack(ctx, refused.wayBack)
  if (!refused.begunBy) return showRefused(ctx, refused)
  ctx.response.redirect(publicUrl(host, pathOf(refused.id, refused.begunBy)), false, 303)
}

/** Who came by a set-up link is led back to its page. */
function pathOf(attempt: string, begunBy: string | null): string {
  return begunBy?.startsWith('ssl_') ? `${SETUP}/attempts/${attempt}` : attemptPath(attempt)
}
