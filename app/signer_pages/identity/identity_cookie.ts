import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { HostCookie } from '#app/front_door/hosts/host_cookie'
import { randomToken } from '#app/foundation/opaque_token'

/** Ten minutes at the provider, and ten to sign after that. */
const TWENTY_MINUTES_S = 1_200

const SECRET = /^[\w-]{43}$/

const cookie = new HostCookie('signer_proof', TWENTY_MINUTES_S)

/** By this a browser is known again in which a signer proves who they are: the proof counts there alone. Several tabs share it. */
export const IdentityCookie = {
  read(ctx: HttpContext): string | null {
    const secret = cookie.read(ctx)
    return secret !== null && SECRET.test(secret) ? secret : null
  },

  /** @returns the one that the browser has, or a new one; either way for another twenty minutes */
  keep(ctx: HttpContext): string {
    const secret = IdentityCookie.read(ctx) ?? randomToken()
    cookie.write(ctx, new Secret(secret))
    return secret
  },
}
