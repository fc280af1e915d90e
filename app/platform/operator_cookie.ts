import type { HttpContext } from '@adonisjs/core/http'
import type { Secret } from '@adonisjs/core/helpers'
import { isSecure } from '#app/tenants/public_address'

/** Another name than that of a tenant's session, and like it good on this very host alone. */
const NAME = isSecure ? '__Host-operator' : 'operator'
const OPTIONS = {
  path: '/',
  httpOnly: true,
  secure: isSecure,
  sameSite: 'lax',
  encode: false,
} as const
const TWELVE_HOURS_S = 12 * 60 * 60

export const OperatorCookie = {
  read({ request }: HttpContext): string | null {
    return request.plainCookie(NAME, { encoded: false }) ?? null
  },

  write({ response }: HttpContext, token: Secret<string>): void {
    response.plainCookie(NAME, token.release(), { ...OPTIONS, maxAge: TWELVE_HOURS_S })
  },

  clear({ response }: HttpContext): void {
    response.clearCookie(NAME, OPTIONS)
  },
}
