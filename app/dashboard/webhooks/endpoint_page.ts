import type { HttpContext } from '@adonisjs/core/http'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row } from '#app/tenancy/statement'
import type Delivery from '#app/webhooks/deliveries/delivery'
import { DeliveryLog } from '#app/webhooks/deliveries/delivery_log'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import NothingHere from '../errors/nothing_here.js'
import { readPage } from '../page.js'
import { DeliveryFilter } from './delivery_filter.js'

export interface EndpointPage {
  endpoint: Endpoint
  /** Those that something may be sent to again. */
  targets: Endpoint[]
  /** Of the page, each with its last attempt alone. */
  deliveries: Delivery[]
  hasOlder: boolean
}

export interface DeliveryPage {
  endpoint: Endpoint
  targets: Endpoint[]
  delivery: Delivery
  /** The text that is sent, without what signers filled in. */
  body: string
  documentId: string | null
}

/** The endpoint of the address with those of its deliveries that are asked for, in one batch. */
export async function endpointPage(
  ctx: HttpContext,
  filter: DeliveryFilter
): Promise<EndpointPage> {
  const id = endpointId(ctx)
  const now = filter.since ? await tenantClock.read() : null
  const log = DeliveryLog.page(DeliveryFilter.criteria(filter, id, now))
  const [endpoints, rows, attempts] = await readPage(ctx, Endpoint.listing, ...log)
  const deliveries = DeliveryLog.from(rows.slice(0, DeliveryFilter.pageSize), attempts)
  const hasOlder = rows.length > DeliveryFilter.pageSize
  return { ...chosen(endpoints, id), deliveries, hasOlder }
}

/** A delivery of the endpoint, both of the address, with all its attempts. */
export async function deliveryPage(ctx: HttpContext): Promise<DeliveryPage> {
  const id = endpointId(ctx)
  const deliveryId: unknown = ctx.params.delivery
  if (!isIdentifier('del', deliveryId)) throw new NothingHere()
  const [endpoints, [row], attempts] = await readPage(
    ctx,
    Endpoint.listing,
    ...DeliveryLog.one(id, deliveryId)
  )
  const found = chosen(endpoints, id)
  if (!row) throw new NothingHere()
  const { body, document_id: documentId, ...columns } = row
  const [delivery] = DeliveryLog.from([columns], attempts)
  return { ...found, delivery, body, documentId }
}

/** @throws NothingHere */
export async function findEndpoint(ctx: HttpContext): Promise<Endpoint> {
  const [rows] = await readPage(ctx, Endpoint.reading(endpointId(ctx)))
  const [endpoint] = modelsOf(Endpoint, rows)
  if (!endpoint) throw new NothingHere()
  return endpoint
}

/** The endpoint with all that something may be sent to. @throws NothingHere */
export async function findWithTargets(
  ctx: HttpContext
): Promise<Pick<EndpointPage, 'endpoint' | 'targets'>> {
  const id = endpointId(ctx)
  const [rows] = await readPage(ctx, Endpoint.listing)
  return chosen(rows, id)
}

function chosen(rows: readonly Row[], id: string): Pick<EndpointPage, 'endpoint' | 'targets'> {
  const endpoints = modelsOf(Endpoint, rows)
  const endpoint = endpoints.find((one) => one.id === id)
  if (!endpoint) throw new NothingHere()
  return { endpoint, targets: endpoints.filter(({ status }) => status !== 'disabled') }
}

/** An endpoint has been told of the documents of everybody, whatever it is told of now. @throws RoleInsufficient, NothingHere */
function endpointId({ dashboard, params }: HttpContext): string {
  const id: unknown = params.id
  if (!isIdentifier('wh', id) || environmentOf(id) !== dashboard.environment)
    throw new NothingHere()
  return id
}
