import type { HttpContext } from '@adonisjs/core/http'
import { isIdentifier } from '#app/foundation/identifier'
import Delivery from '#app/webhooks/deliveries/delivery'
import { DeliveryTransformer } from '#app/webhooks/deliveries/delivery_transformer'
import { answer, reply } from '../answer/answer.js'
import { DELIVERY_ANSWER, DELIVERY_LIST } from '../schemas/delivery.js'
import { Cursor } from '../answer/cursor.js'
import InvalidCursor from '../errors/invalid_cursor.js'
import DeliveryNotFound from '../errors/delivery_not_found.js'
import { actorOf } from '../documents/found_document.js'
import { foundEndpoint } from './found_endpoint.js'
import { change } from '../idempotency/once.js'
import { queryOf } from '../input/input.js'
import { deliveryId } from '../input/resource_id.js'
import { pageSize } from '../validators/rules.js'
import { deliveriesQuery } from '../validators/webhook_validator.js'

export default class DeliveriesController {
  /** GET /api/v1/webhooks/:id/deliveries: newest first. */
  async index(ctx: HttpContext) {
    const { cursor, status, ...asked } = queryOf(ctx, deliveriesQuery)
    const endpoint = await foundEndpoint(ctx)
    const limit = pageSize(asked.limit)
    const after = cursor === undefined ? undefined : await placeOf(endpoint.id, cursor)
    const rows = await Delivery.ofEndpoint(endpoint.id, { status, after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const hasMore = rows.length > limit
    return answer(ctx, DELIVERY_LIST, {
      data: page.map((delivery) => DeliveryTransformer.transform(delivery)),
      hasMore,
      nextCursor: hasMore && last ? Cursor.write(endpoint.id, last.id) : null,
    })
  }

  /** GET /api/v1/deliveries/:id */
  async show(ctx: HttpContext) {
    return answer(ctx, DELIVERY_ANSWER, DeliveryTransformer.transform(await found(ctx)))
  }

  /** POST /api/v1/deliveries/:id/replay */
  async replay(ctx: HttpContext) {
    ctx.caller.entitlements.require('webhooks')
    return change(ctx, async () => {
      const delivery = await found(ctx)
      const replay = await delivery.replay(actorOf(ctx))
      const shown = DeliveryTransformer.transform(replay)
      return reply(ctx, DELIVERY_ANSWER, shown, { status: 202 })
    })
  }
}

/** After a delivery that is there: nothing else tells which came before it. @throws InvalidCursor */
async function placeOf(endpointId: string, cursor: string): Promise<string> {
  const id = Cursor.read(endpointId, cursor)
  const isHere = isIdentifier('del', id) && (await Delivery.findBy({ id, endpointId }))
  if (!isHere) throw new InvalidCursor()
  return id
}

async function found(ctx: HttpContext): Promise<Delivery> {
  const delivery = await Delivery.withAttempts().where('id', deliveryId(ctx)).first()
  if (!delivery) throw new DeliveryNotFound()
  return delivery
}
