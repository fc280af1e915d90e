import type { HttpContext } from '@adonisjs/core/http'
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
export function showDelivery(
  ctx: HttpContext,
  { endpoint, targets, delivery, body }: DeliveryPage,
  checked: Checked = { signature: '', verdict: null }
): Promise<void> {
  const phrases = phrasesOf(ctx)
  return showPage(
    ctx,
    'dashboard/webhooks/delivery',
    {
      endpoint: endpointView(endpoint, phrases),
      targets: targets.map(targetView),
      delivery: deliveryView(delivery, body, phrases),
      checked,
    },
    checked.error ? 422 : 200
  )
}
