import type { HttpContext } from '@adonisjs/core/http'

/** Whether the client has these bytes already: a tag of them is among those in If-None-Match (RFC 9110, 13.1.2). */
export function hasCurrent({ request }: HttpContext, etag: string): boolean {
  const known = (request.header('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  return known.some((tag) => tag.replace(/^W\//, '') === etag)
}
