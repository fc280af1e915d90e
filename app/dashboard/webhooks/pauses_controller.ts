import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { findEndpoint } from './endpoint_page.js'

export default class PausesController {
  /** POST /settings/webhooks/:id/pause: what happens meanwhile waits. */
  async store(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    const back = `${ctx.dashboard.base}/settings/webhooks/${endpoint.id}`
    return flashOutcome(ctx, { back, done: phrasesOf(ctx).t('webhooks.is_paused') }, () =>
      endpoint.pause({ by: ctx.dashboard.actor(ctx) })
    )
  }
}
