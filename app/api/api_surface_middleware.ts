import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { isApiPath } from '#app/front_door/hosts/request_target'
import { isSecure } from '#app/tenants/hosts/public_address'
import { allowOrigins, answerPreflight } from './cross_origin.js'
import HttpsRequired from './v1/errors/https_required.js'

/** What holds for everything under /api, also where no operation is. */
export default class ApiSurfaceMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { request, response } = ctx
    if (!isApiPath(request.url())) return next()

    response.header('Cache-Control', 'no-store')
    allowOrigins(ctx)
    // a redirect would let the key go in clear once more
    if (isSecure() && !request.secure()) throw new HttpsRequired()
    return request.method() === 'OPTIONS' ? answerPreflight(ctx) : next()
  }
}
