import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { randomToken } from '#app/foundation/opaque_token'
import { HostCookie } from './hosts/host_cookie.js'

/** As long as browsers keep any (RFC 6265bis, 5.5). */
const LIFE_S = 400 * 24 * 60 * 60
const TOKEN = /^[A-Za-z0-9_-]{43}$/

const cookie = new HostCookie('device', LIFE_S)

/** By what a browser is recognised at its next log-in, of which only the SHA-256 is stored. It opens nothing. */
export const DeviceCookie = {
  /** What the browser showed, or a new one. */
  of(ctx: HttpContext): Secret<string> {
    const shown = cookie.read(ctx)
    return new Secret(shown && TOKEN.test(shown) ? shown : randomToken())
  },

  write(ctx: HttpContext, token: Secret<string>): void {
    cookie.write(ctx, token)
  },
}
