import type { HttpContext } from '@adonisjs/core/http'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import WebhookNotFound from '../errors/webhook_not_found.js'
import { webhookId } from '../input/resource_id.js'

/** The endpoint that the path names. @throws WebhookNotFound, ModeMismatch */
export async function foundEndpoint(ctx: HttpContext): Promise<Endpoint> {
  const endpoint = await Endpoint.find(webhookId(ctx))
  if (!endpoint) throw new WebhookNotFound()
  return endpoint
}
