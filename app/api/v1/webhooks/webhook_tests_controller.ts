import type { HttpContext } from '@adonisjs/core/http'
import { reply } from '../answer/answer.js'
import { WEBHOOK_TEST_ANSWER } from '../schemas/webhook.js'
import { bodyOf } from '../input/input.js'
import { webhookTestValidator } from '../validators/webhook_validator.js'
import { foundEndpoint } from './found_endpoint.js'
import { change } from '../idempotency/once.js'
import { EndpointTransformer } from '#app/webhooks/endpoints/endpoint_transformer'

export default class WebhookTestsController {
  /** POST /api/v1/webhooks/:id/test */
  async store(ctx: HttpContext) {
    const { event } = bodyOf(ctx, webhookTestValidator)
    ctx.caller.entitlements.require('webhooks')
    return change(ctx, async () => {
      const endpoint = await foundEndpoint(ctx)
      const eventId = await endpoint.test(event)
      return reply(ctx, WEBHOOK_TEST_ANSWER, {
        ...EndpointTransformer.transform(endpoint),
        eventId,
      })
    })
  }
}
