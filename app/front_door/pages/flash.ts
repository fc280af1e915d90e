import type { HttpContext } from '@adonisjs/core/http'
import { isSecure } from '#app/tenants/hosts/public_address'

/** A sentence that the next page says, once. */
export interface Flash {
  tone: 'success' | 'info' | 'warning' | 'danger'
  text: string
}

const NAME = isSecure ? '__Host-flash' : 'flash'
const OPTIONS = { path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax' } as const
const MAX_AGE_S = 60
const MAX_TEXT = 400

/** It travels in a signed cookie: nobody keeps sessions' data on a server for a sentence. */
export function say({ response }: HttpContext, tone: Flash['tone'], text: string): void {
  const flash: Flash = { tone, text: text.slice(0, MAX_TEXT) }
  response.cookie(NAME, flash, { ...OPTIONS, maxAge: MAX_AGE_S })
}

export function heard({ request, response }: HttpContext): Flash | null {
  const flash: Flash | null | undefined = request.cookie(NAME)
  if (!flash) return null
  response.clearCookie(NAME, OPTIONS)
  return flash
}
