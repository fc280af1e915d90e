import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { logContext } from '#app/foundation/log_context'
import { Tracing } from '#app/foundation/tracing/tracing'

/**
 * Begins a trace for each request, and lets each line of the log say which request it is about. A trace that a stranger brings along is not taken
 * over, as their ids of requests are not. Of the address the pattern of its route is told, which is known once it was found.
 */
export default class RequestSpanMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const requestId = String(ctx.request.id())
    const method = ctx.request.method()
    const attributes = { 'http.request.method': method, 'request.id': requestId }
    const span = Tracing.begin({ name: method, kind: 'server', attributes })
    if (!span) return logContext.run({ requestId }, next)
    const { response: answer } = ctx.response
    answer.once('close', () => {
      const route = ctx.route?.pattern ?? 'none'
      const status = answer.statusCode
      span.describe({
        name: `${method} ${route}`,
        attributes: { 'http.route': route, 'http.response.status_code': status },
      })
      span.end(status >= 500 ? new Error() : undefined)
    })
    return span.run(() => logContext.run({ requestId }, next))
  }
}
