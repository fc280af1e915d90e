import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { HostCookie } from '#app/front_door/hosts/host_cookie'
import { randomToken } from '#app/foundation/opaque_token'

/** The person may have to prove a second factor there. */
const TEN_MINUTES_S = 600

const SECRET = /^[\w-]{43}$/

const cookie = new HostCookie('sso_tx', TEN_MINUTES_S)

/**
 * By this a browser is known again that went to the identity provider. A provider's form does not carry it, for it comes from another site; the
 * request after it does. Several tabs share it.
 */
export const BrowserCookie = {
  read(ctx: HttpContext): string | null {
    const secret = cookie.read(ctx)
    return secret !== null && SECRET.test(secret) ? secret : null
  },

  /** @returns the one that the browser has, or a new one */
  keep(ctx: HttpContext): string {
    const secret = BrowserCookie.read(ctx) ?? randomToken()
    BrowserCookie.write(ctx, secret)
    return secret
  },

  write(ctx: HttpContext, secret: string): void {
    cookie.write(ctx, new Secret(secret))
  },
}
