import type { HttpContext } from '@adonisjs/core/http'
import { phrasesOf } from '../language.js'
import { findEndpoint } from './endpoint_page.js'
import { showPage } from '../page.js'
import { endpointView } from './endpoint_view.js'
import { flashOutcome } from '../flash_outcome.js'
import { submissionOf } from '../submission_of.js'

export default class RemovalsController {
  /** GET /settings/webhooks/:id/delete */
  async create(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    return showPage(ctx, 'dashboard/webhooks/delete', {
      endpoint: endpointView(endpoint, phrasesOf(ctx)),
    })
  }

  /** POST /settings/webhooks/:id/delete */
  async store(ctx: HttpContext) {
    const outcome = {
      back: `${ctx.dashboard.base}/settings/webhooks`,
      done: phrasesOf(ctx).t('webhooks.deleted'),
    }
    const submission = submissionOf(ctx)
    const endpoint = await submission.subject(() => findEndpoint(ctx))
    if (!endpoint) return flashOutcome(ctx, outcome, async () => {})
    const by = ctx.dashboard.actor(ctx)
    return flashOutcome(ctx, outcome, () =>
      submission.change(endpoint.id, () => endpoint.remove({ by }))
    )
  }
}
