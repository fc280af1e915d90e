import type { HttpContext } from '@adonisjs/core/http'
import Delivery from '#app/webhooks/delivery'
import { findEndpoint } from './endpoint_page.js'
import { doAndTell } from '#app/front_door/telling'
import NothingHere from './errors/nothing_here.js'

export default class ReplaysController {
  /** POST /settings/webhooks/:id/deliveries/:delivery/replay */
  async store(ctx: HttpContext) {
    const { id: endpointId } = await findEndpoint(ctx)
    const delivery = await Delivery.query().where({ id: ctx.params.delivery, endpointId }).first()
    if (!delivery || delivery.status === 'pending') throw new NothingHere()
    const back = `${ctx.desk.base}/settings/webhooks/${endpointId}`
    return doAndTell(ctx, { back, done: 'It is sent once more.' }, () =>
      delivery.replay(ctx.desk.actor(ctx))
    )
  }
}
