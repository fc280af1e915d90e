import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { randomToken } from '#app/foundation/opaque_token'
import { HostCookie } from '#app/front_door/hosts/host_cookie'
import type { RelyingParty } from '#app/identity/passkeys/relying_party'
import { publicUrl } from '#app/tenants/hosts/public_address'

const TOKEN = /^[\w-]{43}$/
const ONE_DAY_S = 24 * 60 * 60

/** By what a browser is known while it is asked for a passkey, so that a challenge counts in no other. It opens nothing. */
const BrowserCookie = new HostCookie('passkey', ONE_DAY_S)

export interface PasskeyPlace {
  party: RelyingParty
  browser: string
}

/** The place at which this request's browser makes or uses a passkey: the tenant's host, whose address we know ourselves. */
export function passkeyPlace(ctx: HttpContext): PasskeyPlace {
  const { host } = ctx.target
  const party = { host, origin: new URL(publicUrl(host, '/')).origin }
  return { party, browser: browserOf(ctx) }
}

function browserOf(ctx: HttpContext): string {
  const known = BrowserCookie.read(ctx)
  const browser = known !== null && TOKEN.test(known) ? known : randomToken()
  BrowserCookie.write(ctx, new Secret(browser))
  return browser
}
