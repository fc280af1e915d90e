import type { HttpContext } from '@adonisjs/core/http'
import { EVENT_TYPES } from '#app/webhooks/events/event_types'
import { phrasesOf } from '../language.js'
import { findEndpoint } from './endpoint_page.js'
import { submissionOf } from '../submission_of.js'
import { flashOutcome } from '../flash_outcome.js'

export default class EndpointTestsController {
  /** POST /settings/webhooks/:id/test */
  async store(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    const back = `${ctx.dashboard.base}/settings/webhooks/${endpoint.id}`
    const event = EVENT_TYPES.find((type) => type === ctx.request.input('event'))
    return flashOutcome(ctx, { back, done: phrasesOf(ctx).t('webhooks.test_sent') }, () =>
      submissionOf(ctx).change(endpoint.id, () => endpoint.test(event))
    )
  }
}
