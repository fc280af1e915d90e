import type { HttpContext } from '@adonisjs/core/http'
import { NewSecret } from '#app/webhooks/endpoints/new_secret'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { findEndpoint } from './endpoint_page.js'
import { giving } from './giving.js'
import { submissionOf } from '../submission_of.js'
import { keeping, showEndpointSecret } from './show_endpoint_secret.js'
import { endpointView } from './endpoint_view.js'

export default class SecretsController {
  /** GET /settings/webhooks/:id/secret */
  async create(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    return showPage(ctx, 'dashboard/webhooks/rotate', {
      endpoint: endpointView(endpoint, phrasesOf(ctx)),
    })
  }

  /** POST /settings/webhooks/:id/secret: the new one is shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    const immediate = ctx.request.input('immediate') === '1'
    const decided = giving(ctx)
    const made = await submissionOf(ctx).run((keep) =>
      NewSecret.give(endpoint, { immediate, ...decided, within: keeping(keep) })
    )
    return showEndpointSecret(ctx, made!, { isNew: false })
  }
}
