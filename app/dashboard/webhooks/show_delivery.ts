import type { HttpContext } from '@adonisjs/core/http'
import type { Verdict } from '#app/webhooks/signature_check'
import { showPage } from '../page.js'
import type { DeliveryPage } from './endpoint_page.js'
import { shownDelivery } from './shown_delivery.js'
import { shownEndpoint, shownTarget } from './shown_endpoint.js'

interface Checked {
  signature: string
  verdict: Verdict | null
  error?: string
}

/** A delivery with everything that is known of it, and what came of checking a signature. */
export function showDelivery(
  ctx: HttpContext,
  { endpoint, targets, delivery, body }: DeliveryPage,
  checked: Checked = { signature: '', verdict: null }
): Promise<void> {
  return showPage(
    ctx,
    'dashboard/webhooks/delivery',
    {
      endpoint: shownEndpoint(endpoint),
      targets: targets.map(shownTarget),
      delivery: shownDelivery(delivery, body),
      checked,
    },
    checked.error ? 422 : 200
  )
}
