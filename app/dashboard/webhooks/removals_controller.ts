import type { HttpContext } from '@adonisjs/core/http'
import { findEndpoint } from './endpoint_page.js'
import { showPage } from '../page.js'
import { endpointView } from './endpoint_view.js'
import { flashOutcome } from '../flash_outcome.js'

export default class RemovalsController {
  /** GET /settings/webhooks/:id/delete */
  async create(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    return showPage(ctx, 'dashboard/webhooks/delete', { endpoint: endpointView(endpoint) })
  }

  /** POST /settings/webhooks/:id/delete */
  async store(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    const outcome = {
      back: `${ctx.dashboard.base}/settings/webhooks`,
      done: 'The endpoint has been deleted.',
    }
    return flashOutcome(ctx, outcome, () => endpoint.remove({ by: ctx.dashboard.actor(ctx) }))
  }
}
