import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { countRequest } from '#app/monitoring/figures/request_figures'
import { unreachedRoute } from '#app/monitoring/samples/service_part'

/** Counts each request once its answer is sent, by the pattern of its route. Streams of events last as long as their readers, and are left out. */
export default class RequestFiguresMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const startedAt = performance.now()
    const { response: answer } = ctx.response
    answer.once('close', () => {
      if (String(answer.getHeader('content-type')).startsWith('text/event-stream')) return
      countRequest({
        surface: surfaceOf(ctx),
        method: ctx.request.method(),
        route: ctx.route?.pattern ?? unreachedRoute(ctx.request.url(), answer.statusCode),
        status: answer.statusCode,
        seconds: (performance.now() - startedAt) / 1_000,
      })
    })
    return next()
  }
}

/** Probes and unknown hosts have none. */
function surfaceOf({ target }: Partial<HttpContext>): string {
  return target?.kind ?? 'none'
}
