import type { HttpContext } from '@adonisjs/core/http'
import { cutText } from '#app/foundation/cut_text'
import { isSecure } from '#app/tenants/hosts/public_address'

/** A message that the next page shows once. */
export interface Flash {
  tone: 'success' | 'info' | 'warning' | 'danger'
  text: string
}

const MAX_AGE_S = 60
const MAX_TEXT = 400

const name = () => (isSecure() ? '__Host-flash' : 'flash')
const options = () => ({ path: '/', httpOnly: true, secure: isSecure(), sameSite: 'lax' }) as const

/** Stored in a signed cookie, so that the server keeps no session data for it. */
export function flash({ response }: HttpContext, tone: Flash['tone'], text: string): void {
  const message: Flash = { tone, text: cutText(text, MAX_TEXT) }
  response.cookie(name(), message, { ...options(), maxAge: MAX_AGE_S })
}

export function takeFlash({ request, response }: HttpContext): Flash | null {
  const message: Flash | null | undefined = request.cookie(name())
  if (!message) return null
  response.clearCookie(name(), options())
  return message
}
