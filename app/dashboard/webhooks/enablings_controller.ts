import type { HttpContext } from '@adonisjs/core/http'
import { missedSince } from '#app/webhooks/deliveries/missed_since'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { findEndpoint } from './endpoint_page.js'

export default class EnablingsController {
  /** POST /settings/webhooks/:id/enable: one that was paused or disabled is sent to again. What it missed meanwhile is offered. */
  async store(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    const { status } = endpoint
    // enabled it knows nothing of it any more
    const since = status === 'disabled' ? await missedSince(endpoint) : null
    const path = `${ctx.dashboard.base}/settings/webhooks/${endpoint.id}`
    const back = since ? `${path}/replays/new?since=${since.toISOString()}` : path
    const done = phrasesOf(ctx).t(status === 'paused' ? 'webhooks.resumed' : 'webhooks.is_enabled')
    return flashOutcome(ctx, { back, done }, () =>
      endpoint.enable({ by: ctx.dashboard.actor(ctx) })
    )
  }
}
