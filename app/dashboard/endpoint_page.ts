import type { HttpContext } from '@adonisjs/core/http'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { modelsOf } from '#app/tenancy/model_rows'
import type { Row } from '#app/tenancy/statement'
import Attempt from '#app/webhooks/attempt'
import Delivery from '#app/webhooks/delivery'
import Endpoint from '#app/webhooks/endpoint'
import { readPage } from './page.js'
import NothingHere from './errors/nothing_here.js'

const ENDPOINT = 'select * from webhook_endpoints where id = $1'
const MAX_DELIVERIES = 50
const NEWEST = `select * from webhook_deliveries where endpoint_id = $1 order by created_at desc, id desc limit ${MAX_DELIVERIES}`
const ATTEMPTS = `select * from webhook_attempts where delivery_id in (select id from (${NEWEST}) newest) order by delivery_id, number`

export interface EndpointPage {
  endpoint: Endpoint
  deliveries: Delivery[]
}

/** The endpoint of the address with its newest deliveries and all their attempts, in one flight. */
export async function endpointPage(ctx: HttpContext): Promise<EndpointPage> {
  const id = endpointId(ctx)
  const [endpoints, deliveries, attempts] = await readPage(
    ctx,
    { text: ENDPOINT, values: [id] },
    { text: NEWEST, values: [id] },
    { text: ATTEMPTS, values: [id] }
  )
  const [endpoint] = modelsOf(Endpoint, endpoints)
  if (!endpoint) throw new NothingHere()
  return { endpoint, deliveries: withAttempts(deliveries, attempts) }
}

/** @throws E_NOTHING_HERE */
export async function findEndpoint(ctx: HttpContext): Promise<Endpoint> {
  const [rows] = await readPage(ctx, { text: ENDPOINT, values: [endpointId(ctx)] })
  const [endpoint] = modelsOf(Endpoint, rows)
  if (!endpoint) throw new NothingHere()
  return endpoint
}

function endpointId({ desk, params }: HttpContext): string {
  desk.require('webhooks')
  const id: unknown = params.id
  if (!isIdentifier('wh', id) || environmentOf(id) !== desk.environment) throw new NothingHere()
  return id
}

function withAttempts(deliveries: readonly Row[], attempts: readonly Row[]): Delivery[] {
  const byDelivery = Map.groupBy(modelsOf(Attempt, attempts), ({ deliveryId }) => deliveryId)
  return modelsOf(Delivery, deliveries).map((delivery) => {
    delivery.$setRelated('attempts', byDelivery.get(delivery.id) ?? [])
    return delivery
  })
}
