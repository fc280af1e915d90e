import { errors, type HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { isApiPath } from './request_target.js'

/** The address arrives decoded, but for what was encoded twice. */
const NUL = /\0|%00/

/** Nothing that we keep has a NUL in its name, and PostgreSQL cannot even be asked for it: no page is there. The API has an answer of its own. */
export default class WrittenAddressMiddleware {
  handle({ request }: HttpContext, next: NextFn) {
    if (NUL.test(request.url()) && !isApiPath(request.url()))
      throw new errors.E_ROUTE_NOT_FOUND([request.method(), request.url()])
    return next()
  }
}
