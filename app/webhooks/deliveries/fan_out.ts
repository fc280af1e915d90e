import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { newId, siblingOf } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { WorkRecord } from '#app/tenancy/outbox/outbox'
import { EXAMPLE_EVENT, TEST_EVENT } from '../events/event_types.js'
import { EVENTS_WITH_VALUES } from '../events/event_values.js'
import { subscribesTo } from '../events/subscription.js'
import { DELIVER } from './parked_deliveries.js'

/**
 * From events to the work in one statement: a delivery and its first attempt for each endpoint that listens. A test event goes to
 * the endpoint it names, an example under the name of what it shows. Without webhooks in the plan there is nothing to try; the sandbox has them on every plan.
 *
 * Done twice, it finds the deliveries of the first time. An endpoint that is being removed is waited for, and left out once it is gone.
 */
const FAN_OUT = `
  with told as (
    select e.id, e.name, given.delivery_id, body::jsonb #>> '{data,webhookId}' as asked_by, body::jsonb ->> 'event' as event
      from unnest($1::text[], $2::text[]) as given (event_id, delivery_id) join events e on e.id = given.event_id),
  heard as (
    select w.id, told.id as event_id, told.event, told.delivery_id, w.include_values and told.name = any ($5) as with_values
      from webhook_endpoints w, told
     where w.status <> 'disabled'
       and case when told.name in ('${TEST_EVENT}', '${EXAMPLE_EVENT}') then w.id = told.asked_by
                else ${subscribesTo('told.name')} end
       and ($3 = 'test' or (select (entitlements->>'webhookAttempts')::int > 0 from standing))
       for key share of w),
  listening as (
    select id, event_id, event, delivery_id, with_values,
      row_number() over (partition by event_id order by id) as place from heard),
  made as (
    insert into webhook_deliveries (id, endpoint_id, event_id, event, with_values, next_attempt_at, created_at)
    select ${siblingOf('delivery_id', 'place')}, id, event_id, event, with_values, $4, $4 from listening
    on conflict do nothing
    returning id, endpoint_id)
  insert into cell.outbox (kind, lane, ref) select '${DELIVER}', endpoint_id, id from made order by id`

/**
 * Makes deliveries of events for every endpoint that listens to them.
 *
 * @param at  by the clock of the scope
 */
export function fanOut(events: readonly string[], at = tenantClock.now()): WorkRecord {
  const { environment } = CurrentTenant.get()
  const ids = events.map(() => newId('del', environment))
  return {
    text: FAN_OUT,
    values: [events, ids, environment, at, EVENTS_WITH_VALUES],
    leavesWork: true,
  }
}
