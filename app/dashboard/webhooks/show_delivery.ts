import type { HttpContext } from '@adonisjs/core/http'
import { bodyReadBy } from '#app/webhooks/events/event_values'
import type { Verdict } from '#app/webhooks/signature_check'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import type { DeliveryPage } from './endpoint_page.js'
import { deliveryView } from './delivery_view.js'
import { endpointView, targetView } from './endpoint_view.js'

interface Checked {
  signature: string
  verdict: Verdict | null
  error?: string
}

/** A delivery with everything that is known of it, and what came of checking a signature. */
export async function showDelivery(
  ctx: HttpContext,
  page: DeliveryPage,
  checked: Checked = { signature: '', verdict: null }
): Promise<void> {
  const phrases = phrasesOf(ctx)
  const { endpoint, targets, delivery } = page
  return showPage(
    ctx,
    'dashboard/webhooks/delivery',
    {
      endpoint: endpointView(endpoint, phrases),
      targets: targets.map(targetView),
      delivery: deliveryView(delivery, await shownBody(ctx, page), phrases),
      hidesValues: delivery.withValues && !endpoint.includeValues,
      checked,
    },
    checked.error ? 422 : 200
  )
}

/** With what signers filled in while the endpoint asks for it, as it is sent. */
async function shownBody(
  ctx: HttpContext,
  { endpoint, delivery, body, documentId }: DeliveryPage
): Promise<string> {
  if (!delivery.withValues || !endpoint.includeValues || documentId === null) return body
  return bodyReadBy(ctx.dashboard.actor(ctx), { body, documentId })
}
