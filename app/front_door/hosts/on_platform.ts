import { errors, type HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/** The console is on the platform's own host. The router was told by the header that a proxy may set, the front door was not. */
export function onPlatform({ target, request }: HttpContext, next: NextFn) {
  if (target.kind !== 'platform')
    throw new errors.E_ROUTE_NOT_FOUND([request.method(), request.url()])
  return next()
}
