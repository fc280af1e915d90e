import type { HttpContext } from '@adonisjs/core/http'
import { deliveryPage } from './endpoint_page.js'
import { showDelivery } from './show_delivery.js'

export default class DeliveriesController {
  /** GET /settings/webhooks/:id/deliveries/:delivery */
  async show(ctx: HttpContext) {
    return showDelivery(ctx, await deliveryPage(ctx))
  }
}
