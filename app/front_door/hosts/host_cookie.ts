import type { HttpContext } from '@adonisjs/core/http'
import type { Secret } from '@adonisjs/core/helpers'
import { isSecure } from '#app/tenants/hosts/public_address'

const options = () =>
  ({ path: '/', httpOnly: true, secure: isSecure(), sameSite: 'lax', encode: false }) as const

/** A secret that a browser shows to be recognised, as it is: it is random, and no script reads it. */
export class HostCookie {
  constructor(
    private word: string,
    readonly maxAgeS: number
  ) {}

  read({ request }: HttpContext): string | null {
    return request.plainCookie(this.#name, { encoded: false }) ?? null
  }

  write({ response }: HttpContext, value: Secret<string>): void {
    response.plainCookie(this.#name, value.release(), { ...options(), maxAge: this.maxAgeS })
  }

  clear({ response }: HttpContext): void {
    response.clearCookie(this.#name, options())
  }

  /** `__Host-` binds the cookie to this very host: a subdomain can neither read nor set it. Browsers want https for that. */
  get #name(): string {
    return isSecure() ? `__Host-${this.word}` : this.word
  }
}
