import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { typedText } from '#app/front_door/bodies/typed_text'
import { EndpointSecret } from '#app/webhooks/endpoints/endpoint_secret'
import { checkSignature } from '#app/webhooks/signature_check'
import { bodiesWithValues } from '#app/webhooks/events/event_values'
import { phrasesOf } from '../language.js'
import { deliveryPage, type DeliveryPage } from './endpoint_page.js'
import { showDelivery } from './show_delivery.js'

const MAX_SIGNATURE = 500

export default class SignatureChecksController {
  /** POST /settings/webhooks/:id/deliveries/:delivery/signature: changes nothing. */
  async store(ctx: HttpContext) {
    const page = await deliveryPage(ctx)
    const signature = typedText(ctx.request.input('signature'))
    const fault = faultOf(signature, page)
    if (fault) {
      const error = phrasesOf(ctx).t(fault)
      return showDelivery(ctx, page, { signature, verdict: null, error })
    }
    return showDelivery(ctx, page, { signature, verdict: await judged(signature, page) })
  }
}

function faultOf(signature: string, { delivery }: DeliveryPage): DashboardKey | undefined {
  if (!signature) return 'webhooks.no_signature'
  if (signature.length > MAX_SIGNATURE) return 'webhooks.long_signature'
  if (!delivery.attempts.some(({ requestHeaders }) => requestHeaders)) return 'webhooks.unsent'
}

/** Against each attempt: the time of each is part of its signature. */
async function judged(signature: string, page: DeliveryPage) {
  const { endpoint, delivery } = page
  const sealed = [endpoint.secret, endpoint.pendingSecret].filter((secret) => secret !== null)
  const secrets = await Promise.all(
    sealed.map((secret) => EndpointSecret.open(endpoint.id, secret))
  )
  const bodies = await sentBodies(page)
  const verdicts = delivery.attempts.flatMap(({ requestHeaders }) => {
    const timestamp = requestHeaders?.['webhook-timestamp']
    if (!timestamp) return []
    return bodies.map((body) =>
      checkSignature(signature, { id: delivery.eventId, timestamp, body }, secrets)
    )
  })
  return (
    verdicts.find(({ isRight }) => isRight) ??
    verdicts.find(({ isKnown }) => isKnown) ??
    verdicts[0]
  )
}

/** What was sent, with values or without, is what the endpoint asked for at each attempt. Nobody is shown it here. */
async function sentBodies({ delivery, body, documentId }: DeliveryPage): Promise<string[]> {
  if (!delivery.withValues || documentId === null) return [body]
  return [...(await bodiesWithValues([{ body, documentId }])), body]
}
