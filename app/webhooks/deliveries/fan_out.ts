import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { batchWithFallback } from '#app/tenancy/batch_with_fallback'
import { MAX_ENDPOINTS } from '../endpoints/endpoint_limit.js'
import { EXAMPLE_EVENT, TEST_EVENT } from '../events/event_types.js'
import { EVENTS_WITH_VALUES } from '../events/event_values.js'
import { subscribesTo } from '../events/heard_event.js'
import { LogRetention } from '../log_retention.js'
import { DELIVER } from './parked_deliveries.js'

/**
 * From events to the work in one statement: a delivery and its first attempt for each endpoint that listens. A test event goes to
 * the endpoint it names, an example under the name of what it shows. Without webhooks in the plan there is nothing to try; the sandbox has them on every plan.
 *
 * Done twice, it finds the deliveries of the first time.
 */
const FAN_OUT = `
  with told as (
    select id, name, position, body::jsonb #>> '{data,webhookId}' as asked_by, body::jsonb ->> 'event' as event
      from events where id = any ($1)),
  listening as (
    select w.id, told.id as event_id, told.event, w.include_values and told.name = any ($5) as with_values, row_number() over (order by told.position) as place
      from webhook_endpoints w, told
     where w.status <> 'disabled'
       and case when told.name in ('${TEST_EVENT}', '${EXAMPLE_EVENT}') then w.id = told.asked_by
                else ${subscribesTo('told.name')} end
       and ($2 = 'test' or (select (entitlements->>'webhookAttempts')::int > 0 from standing))),
  made as (
    insert into webhook_deliveries (id, endpoint_id, event_id, event, with_values, next_attempt_at, created_at)
    select ($3::text[])[place], id, event_id, event, with_values, $4, $4 from listening
    on conflict do nothing
    returning id, endpoint_id)
  insert into cell.outbox (kind, lane, ref) select '${DELIVER}', endpoint_id, id from made order by id`

/** Makes deliveries of events for every endpoint that listens to them. */
export function handleBundle(tasks: readonly Task[]): Promise<void>[] {
  return batchWithFallback(tasks, async (some) => {
    await fanOutAll(some)
    return some.map(() => undefined)
  })
}

export default function fanOut(task: Task): Promise<void> {
  return handleBundle([task])[0]
}

async function fanOutAll(tasks: readonly Task[]): Promise<void> {
  const { environment } = CurrentTenant.get()
  const most = tasks.length * MAX_ENDPOINTS
  const ids = Array.from({ length: most }, () => newId('del', environment))
  const events = tasks.map(({ ref }) => ref)
  const fanOutAt = await tenantClock.read()
  const values = [events, environment, ids, fanOutAt, EVENTS_WITH_VALUES]
  await LogRetention.onceADay((forget) =>
    Outbox.finish(tasks, { text: FAN_OUT, values, leavesWork: true }, ...forget)
  )
}
