import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import ForeignPage from '#app/front_door/errors/foreign_page'

/**
 * No session rides along here: who knows the address may act. But a page of somebody else, who knows the address of their own link,
 * must not let this visitor's browser sign there: the trail would name the wrong visitor.
 */
export function fromOwnPage({ request }: HttpContext, next: NextFn) {
  if (request.method() === 'POST' && isForeign(request)) throw new ForeignPage()
  return next()
}

/** `Origin: null` is what browsers make of no-referrer; those of today say Sec-Fetch-Site beside it. */
function isForeign(request: HttpContext['request']): boolean {
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin'
  const origin = request.header('origin')
  return origin !== undefined && origin !== 'null' && hostOf(origin) !== request.header('host')
}

function hostOf(origin: string): string | null {
  return URL.parse(origin)?.host ?? null
}
