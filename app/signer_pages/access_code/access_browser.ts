import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { HostCookie } from '#app/front_door/hosts/host_cookie'
import { randomToken } from '#app/foundation/opaque_token'
import { PASS_MS } from '#app/signing/access/access_pass'

const SECRET = /^[\w-]{43}$/

const cookie = new HostCookie('signer_access', PASS_MS / 1_000)

/**
 * By what a browser is known in which a signer enters their code. In a frame of another site no cookie stays, and on the device of a member none is to:
 * there it is the page’s own address, which is secret and ends soon.
 */
export function accessBrowser(ctx: HttpContext): string | null {
  if (isKnownByAddress(ctx)) return ctx.params.token
  const secret = cookie.read(ctx)
  return secret !== null && SECRET.test(secret) ? secret : null
}

/** The same, or a new one; the browser keeps it as long as a pass holds. */
export function keptAccessBrowser(ctx: HttpContext): string {
  const known = accessBrowser(ctx)
  if (known !== null && isKnownByAddress(ctx)) return known
  const secret = known ?? randomToken()
  cookie.write(ctx, new Secret(secret))
  return secret
}

function isKnownByAddress({ signing }: HttpContext): boolean {
  return signing.frameOrigin !== null || signing.hosting !== null
}
