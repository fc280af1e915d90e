import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Work } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query, type Query } from '#app/tenancy/statement'
import Endpoint from '../endpoints/endpoint.js'
import { EXAMPLE_EVENT, TEST_EVENT } from '../events/event_types.js'
import { EVENTS_WITH_VALUES } from '../events/event_values.js'
import { subscribesTo } from '../events/subscription.js'
import { DELIVER } from './parked_deliveries.js'
import { ReplayLimit } from './replay_limit.js'
import EndpointNotEnabled from '../errors/endpoint_not_enabled.js'

export const MAX_REPLAYS = 1_000

const SELECTED = `
  select id as replay_of, event_id, event, with_values from webhook_deliveries
   where endpoint_id = $1 and id = any($2) and status <> 'pending' order by created_at, id`

/**
 * What happened since a time, is on the first endpoint's list and was delivered neither to it nor to the second: what failed, and
 * what nobody tried while the endpoint was disabled. Asked again, it finds only what is left.
 */
const MISSED = `
  select e.id as event_id, e.name as event, tried.id as replay_of,
         coalesce(tried.with_values, e.name = any ($4)) as with_values
    from events e
    join webhook_endpoints w on w.id = $1 and ${subscribesTo('e.name')}
    left join lateral (
      select id, with_values from webhook_deliveries where event_id = e.id and endpoint_id in ($1, $2)
       order by created_at desc, id desc limit 1) tried on true
   where e.created_at >= $3 and e.name not in ('${TEST_EVENT}', '${EXAMPLE_EVENT}')
     and not exists (select 1 from webhook_deliveries d
                      where d.event_id = e.id and d.endpoint_id in ($1, $2) and d.status in ('pending', 'delivered'))
   order by e.position limit ${MAX_REPLAYS}`

interface Missed extends RowOf<'webhook_deliveries', 'event_id' | 'event' | 'with_values'> {
  /** Null where nobody tried. */
  replay_of: RowOf<'webhook_deliveries'>['id'] | null
}

interface Order {
  from: string
  /** Another endpoint of the environment, or the same. */
  to: string
  by: Actor
}

/** Deliveries that are sent again together: each is a delivery of its own with the bytes of the first. At most a thousand at once. */
export const Replays = {
  /** What is still on its way is left out. @returns how many @throws EndpointNotEnabled, TooManyReplays */
  selected(deliveryIds: readonly string[], order: Order): Promise<number> {
    const ids = deliveryIds.slice(0, MAX_REPLAYS)
    return replay(query<Missed>(SELECTED, [order.from, ids]), order)
  },

  /** The oldest first, so that asking again goes on. @returns how many @throws EndpointNotEnabled, TooManyReplays */
  missed(since: Date, order: Order): Promise<number> {
    return replay(missedStatement(since, order), order, { since: since.toISOString() })
  },

  /** How many `missed` would send, up to a thousand. */
  async countMissed(since: Date, order: Pick<Order, 'from' | 'to'>): Promise<number> {
    const [rows] = await CurrentTenant.batch([missedStatement(since, order)])
    return rows.length
  },
}

function missedStatement(since: Date, { from, to }: Pick<Order, 'from' | 'to'>): Query<Missed> {
  return query<Missed>(MISSED, [from, to, since, EVENTS_WITH_VALUES])
}

async function replay(wanted: Query<Missed>, order: Order, details = {}): Promise<number> {
  return unit(async () => {
    const endpoint = await Endpoint.lock(order.to)
    if (endpoint.status === 'disabled') throw new EndpointNotEnabled()
    const [found] = await CurrentTenant.batch([wanted])
    if (found.length === 0) return 0
    await ReplayLimit.require(order.to, found.length)
    await deliverAgain(order.to, found)
    await SecurityTrail.append({
      action: 'webhook.replayed',
      actor: order.by,
      details: { webhookId: order.from, to: order.to, count: found.length, ...details },
    })
    return found.length
  })
}

async function deliverAgain(endpointId: string, found: readonly Missed[]): Promise<void> {
  const { environment } = CurrentTenant.get()
  const now = tenantClock.now()
  const rows = found.map(({ event_id, event, with_values, replay_of }) => ({
    ...{ id: newId('del', environment), endpoint_id: endpointId, event_id, event, replay_of },
    ...{ with_values, next_attempt_at: now, created_at: now },
  }))
  const { text, values } = insertion('webhook_deliveries', rows)
  // an event may be fanned out at this moment: then it is on its way already, and this work finds nothing to do
  await CurrentTenant.batch([{ text: `${text} on conflict do nothing`, values }])
  Outbox.append(...rows.map(({ id }): Work => ({ kind: DELIVER, lane: endpointId, ref: id })))
}
