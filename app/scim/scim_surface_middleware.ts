import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { answerFailure, isScimPath } from './failure_answer.js'

/** What holds for everything under /scim/v2, also where nothing is. */
export default class ScimSurfaceMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    if (ctx.target?.kind !== 'tenant' || !isScimPath(ctx.request.url())) return next()
    ctx.answerFailure = (failure) => answerFailure(ctx, failure)
    ctx.response.header('Cache-Control', 'no-store')
    return next()
  }
}
