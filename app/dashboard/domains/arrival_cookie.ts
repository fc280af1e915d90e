import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { HostCookie } from '#app/front_door/hosts/host_cookie'

/** A page that asks lies between, which people read. */
const TEN_MINUTES_S = 600

const cookie = new HostCookie('arrival', TEN_MINUTES_S)

/** By this a browser is known again that went to fetch a code: nobody logs another person in by sending them a link. */
export const ArrivalCookie = {
  write(ctx: HttpContext, nonce: string): void {
    cookie.write(ctx, new Secret(nonce))
  },

  /** Once. */
  take(ctx: HttpContext): string | null {
    const nonce = cookie.read(ctx)
    if (nonce !== null) cookie.clear(ctx)
    return nonce
  },
}
