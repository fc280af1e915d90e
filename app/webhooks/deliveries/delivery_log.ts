import { modelsOf } from '#app/tenancy/models/model_rows'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query, type Row, type Statement } from '#app/tenancy/statement'
import Attempt from './attempt.js'
import Delivery from './delivery.js'

/** Which deliveries of an endpoint are asked for: those that meet all that is given. */
export interface DeliveryCriteria {
  endpointId: string
  event?: string
  status?: string
  createdSince?: Date
  /** The last one of the page before. */
  after?: { createdAt: Date; id: string }
  limit: number
}

type DeliveryRow = RowOf<'webhook_deliveries'> & RowOf<'events', 'body' | 'document_id'>

const LAST_ATTEMPTS = `
  select distinct on (delivery_id) * from webhook_attempts
   where delivery_id in (select id from (DELIVERIES) listed) order by delivery_id, number desc`
const DELIVERY = `
  select d.*, e.body, e.document_id from webhook_deliveries d join events e on e.id = d.event_id
   where d.id = $2 and d.endpoint_id = $1`
const ATTEMPTS = `
  select a.* from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
   where d.id = $2 and d.endpoint_id = $1 order by a.number`

/** What was sent to an endpoint, newest first, as parts of a batch that reads more. */
export const DeliveryLog = {
  /** The deliveries, and the last attempt of each. */
  page(criteria: DeliveryCriteria): readonly [Statement, Statement] {
    const listed = deliveries(criteria)
    return [listed, { ...listed, text: LAST_ATTEMPTS.replace('DELIVERIES', listed.text) }]
  },

  /** One with all its attempts, and the text that is sent. */
  one(endpointId: string, deliveryId: string): readonly [Query<DeliveryRow>, Statement] {
    const values = [endpointId, deliveryId]
    return [query(DELIVERY, values), { text: ATTEMPTS, values }]
  },

  from(deliveryRows: readonly Row[], attempts: readonly Row[]): Delivery[] {
    const byDelivery = Map.groupBy(modelsOf(Attempt, attempts), ({ deliveryId }) => deliveryId)
    return modelsOf(Delivery, deliveryRows).map((delivery) => {
      delivery.$setRelated('attempts', byDelivery.get(delivery.id) ?? [])
      return delivery
    })
  },
}

function deliveries(criteria: DeliveryCriteria): Statement {
  const { endpointId, event, status, createdSince, after, limit } = criteria
  const values: unknown[] = [endpointId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = ['endpoint_id = $1']
  if (event) conditions.push(`event = ${bind(event)}`)
  if (status) conditions.push(`status = ${bind(status)}`)
  if (createdSince) conditions.push(`created_at >= ${bind(createdSince)}`)
  if (after) conditions.push(`(created_at, id) < (${bind(after.createdAt)}, ${bind(after.id)})`)
  const text = `
      select * from webhook_deliveries where ${conditions.join(' and ')}
       order by created_at desc, id desc limit ${limit}`
  return { text, values }
}
