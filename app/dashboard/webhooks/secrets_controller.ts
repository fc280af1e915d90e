import type { HttpContext } from '@adonisjs/core/http'
import { NewSecret } from '#app/webhooks/new_secret'
import { showPage } from '../page.js'
import { findEndpoint } from './endpoint_page.js'
import { shownEndpoint } from './shown_endpoint.js'

export default class SecretsController {
  /** GET /settings/webhooks/:id/secret */
  async create(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    return showPage(ctx, 'dashboard/webhooks/rotate', { endpoint: shownEndpoint(endpoint) })
  }

  /** POST /settings/webhooks/:id/secret: the new one is shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    const immediate = ctx.request.input('immediate') === '1'
    const secret = await NewSecret.give(endpoint, { immediate, by: ctx.desk.actor(ctx) })
    return showPage(ctx, 'dashboard/webhooks/secret', {
      endpoint: shownEndpoint(endpoint),
      secret: secret.release(),
      isNew: false,
    })
  }
}
