import type { HttpContext } from '@adonisjs/core/http'
import { LogInStates } from '#app/identity/sessions/log_in_state'
import { updateStreams } from './update_streams.js'
import { UpdateStream } from './update_stream.js'

const EVENT_STREAM = 'text/event-stream'

export default class UpdatesController {
  /** GET /updates: server-sent events, for the script of an open page. */
  async show(ctx: HttpContext) {
    const { request, response, dashboard } = ctx
    const isAsked = request.method() === 'GET' && request.header('accept')?.includes(EVENT_STREAM)
    if (!isAsked) return response.redirect(`${dashboard.base}/documents`, false, 303)
    const { session, tenant, environment, documentsOf } = dashboard
    // a browser stops asking when it is told that there is nothing
    if (session.support) return response.noContent()
    const state = LogInStates.of(session)
    const stream = new UpdateStream(session.tokenSha256, state.userId, documentsOf, state)
    const leave = updateStreams.enter(tenant, environment, stream)
    if (!leave) return response.status(503).header('Retry-After', '30').send('')
    response.response.once('close', leave)
    stream.body.once('close', leave)
    response.header('Content-Type', EVENT_STREAM)
    response.header('Cache-Control', 'no-store, no-transform')
    response.header('X-Accel-Buffering', 'no')
    response.stream(stream.body)
  }
}
