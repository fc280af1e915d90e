import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { HostCookie } from './hosts/host_cookie.js'

const FOURTEEN_DAYS_S = 14 * 24 * 60 * 60

const cookie = new HostCookie('handed_over', FOURTEEN_DAYS_S)

/** A device was handed to somebody: the identity provider is asked to ask anew who logs in. It is no secret, and the log-in is refused without it. */
export const HandedOverCookie = {
  isSet(ctx: HttpContext): boolean {
    return cookie.read(ctx) !== null
  },

  set(ctx: HttpContext): void {
    cookie.write(ctx, new Secret('yes'))
  },

  clear(ctx: HttpContext): void {
    if (HandedOverCookie.isSet(ctx)) cookie.clear(ctx)
  },
}
