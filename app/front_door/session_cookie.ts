import type { HttpContext } from '@adonisjs/core/http'
import type { Secret } from '@adonisjs/core/helpers'
import { isSecure } from '#app/tenants/public_address'

/** `__Host-` binds the cookie to this very host: a subdomain can neither read nor set it. Browsers want https for that. */
const NAME = isSecure ? '__Host-session' : 'session'
const OPTIONS = {
  path: '/',
  httpOnly: true,
  secure: isSecure,
  sameSite: 'lax',
  encode: false,
} as const
const FOURTEEN_DAYS_S = 14 * 24 * 60 * 60

/** What a browser shows to be recognised: the session's token as it is, for it is random and only its SHA-256 is stored. */
export const SessionCookie = {
  read({ request }: HttpContext): string | null {
    return request.plainCookie(NAME, { encoded: false }) ?? null
  },

  write({ response }: HttpContext, token: Secret<string>): void {
    response.plainCookie(NAME, token.release(), { ...OPTIONS, maxAge: FOURTEEN_DAYS_S })
  },

  clear({ response }: HttpContext): void {
    response.clearCookie(NAME, OPTIONS)
  },
}
