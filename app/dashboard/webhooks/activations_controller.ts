import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { NewSecret } from '#app/webhooks/endpoints/new_secret'
import { phrasesOf } from '../language.js'
import { findEndpoint } from './endpoint_page.js'
import { giving } from './giving.js'

export default class ActivationsController {
  /** POST /settings/webhooks/:id/secret/activate: the new secret signs alone. */
  async store(ctx: HttpContext) {
    const endpoint = await findEndpoint(ctx)
    const back = `${ctx.dashboard.base}/settings/webhooks/${endpoint.id}`
    const done = phrasesOf(ctx).t('webhooks.secret_activated')
    return flashOutcome(ctx, { back, done }, () => NewSecret.activate(endpoint, giving(ctx)))
  }
}
