import type { HttpContext } from '@adonisjs/core/http'
import { MAX_PASSWORD } from '#app/identity/passwords/password_rules'

const MAX_EMAIL = 254
/** A longer one would only cost time to hash. */

/** What a form of a log-in holds; what nobody can have typed is empty. */
export function readCredentials({ request }: HttpContext): { email: string; password: string } {
  const { email, password } = request.body()
  return { email: text(email, MAX_EMAIL), password: text(password, MAX_PASSWORD) }
}

function text(value: unknown, max: number): string {
  return typeof value === 'string' && value.length <= max && !value.includes('\0') ? value : ''
}
