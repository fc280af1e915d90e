import type { HttpContext } from '@adonisjs/core/http'
import { isSecure } from '#app/tenants/public_address'

const NAME = isSecure ? '__Host-arrival' : 'arrival'
const OPTIONS = {
  path: '/',
  httpOnly: true,
  secure: isSecure,
  sameSite: 'lax',
  encode: false,
} as const
/** A log-in at the other host may lie between. */
const MAX_AGE_S = 120

/** By this a browser is known again that went to fetch a code: nobody logs another person in by sending them a link. */
export const ArrivalCookie = {
  write({ response }: HttpContext, nonce: string): void {
    response.plainCookie(NAME, nonce, { ...OPTIONS, maxAge: MAX_AGE_S })
  },

  /** Once. */
  take({ request, response }: HttpContext): string | null {
    const nonce = request.plainCookie(NAME, { encoded: false }) ?? null
    if (nonce !== null) response.clearCookie(NAME, OPTIONS)
    return nonce
  },
}
