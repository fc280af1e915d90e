import type { HttpContext } from '@adonisjs/core/http'
import { EndpointTransformer } from '#app/webhooks/endpoints/endpoint_transformer'
import { NewSecret } from '#app/webhooks/endpoints/new_secret'
import { reply } from '../answer/answer.js'
import { WEBHOOK_ANSWER, WEBHOOK_WITH_SECRET } from '../schemas/webhook.js'
import { foundEndpoint } from './found_endpoint.js'
import { giving } from './giving.js'
import { change } from '../idempotency/once.js'
import { bodyOf } from '../input/input.js'
import { rotationValidator } from '../validators/webhook_validator.js'

export default class WebhookSecretsController {
  /** POST /api/v1/webhooks/:id/rotate-secret */
  async rotate(ctx: HttpContext) {
    const { immediate } = bodyOf(ctx, rotationValidator)
    return change(ctx, async () => {
      const endpoint = await foundEndpoint(ctx)
      const secret = await NewSecret.give(endpoint, { immediate, ...giving(ctx) })
      return reply(ctx, WEBHOOK_WITH_SECRET, EndpointTransformer.transform(endpoint, secret))
    })
  }

  /** POST /api/v1/webhooks/:id/activate-secret */
  async activate(ctx: HttpContext) {
    return change(ctx, async () => {
      const endpoint = await foundEndpoint(ctx)
      await NewSecret.activate(endpoint, giving(ctx))
      return reply(ctx, WEBHOOK_ANSWER, EndpointTransformer.transform(endpoint))
    })
  }
}
