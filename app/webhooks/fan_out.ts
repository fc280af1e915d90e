import { tenantClock } from '#app/tenancy/tenant_clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox'
import { MAX_ENDPOINTS } from './endpoint.js'
import { TEST_EVENT } from './event_types.js'
import { DELIVER } from './parked_deliveries.js'

/**
 * From the event to the work in one statement: a delivery and its first attempt for each endpoint that listens. A test event goes to
 * the endpoint it names. Without webhooks in the plan there is nothing to try; the sandbox has them on every plan.
 *
 * Done twice, it finds the deliveries of the first time.
 */
const FAN_OUT = `
  with told as (
    select id, name, body from events where id = $1),
  listening as (
    select w.id, row_number() over () as place
      from webhook_endpoints w, told
     where w.status <> 'disabled'
       and case when told.name = '${TEST_EVENT}' then w.id = body::jsonb #>> '{data,webhookId}'
                else w.events && array['*', told.name, split_part(told.name, '.', 1) || '.*'] end
       and ($2 = 'test' or (select (entitlements->>'webhookAttempts')::int > 0 from standing))),
  made as (
    insert into webhook_deliveries (id, endpoint_id, event_id, event, next_attempt_at, created_at)
    select ($3::text[])[place], listening.id, told.id, told.name, $4, $4 from listening, told
    on conflict do nothing
    returning id, endpoint_id)
  insert into cell.outbox (kind, lane, ref) select '${DELIVER}', endpoint_id, id from made`

/** Makes a delivery of an event for every endpoint that listens to it. */
export default async function fanOut(task: Task): Promise<void> {
  const { environment } = CurrentTenant.get()
  const ids = Array.from({ length: MAX_ENDPOINTS }, () => newId('del', environment))
  await Outbox.finish(task, {
    text: FAN_OUT,
    values: [task.ref, environment, ids, tenantClock.now()],
  })
}
