import type { HttpContext } from '@adonisjs/core/http'

/** Path and query of the page of ours that the request came from; null where that is not told. */
export function ownReferer(request: HttpContext['request']): string | null {
  const from = URL.parse(request.header('referer') ?? '')
  if (from?.host !== request.host()) return null
  // two slashes would name another host
  return from.pathname.replace(/^\/+/, '/') + from.search
}
