import type { HttpContext } from '@adonisjs/core/http'

/** Lets the forms of this page go to another site, besides our own. */
export function allowFormsTo({ response }: HttpContext, url: string): void {
  const policy = String(response.getHeader('content-security-policy') ?? '')
  const { origin } = new URL(url)
  response.header(
    'content-security-policy',
    policy.replace("form-action 'self'", `form-action 'self' ${origin}`)
  )
}
