import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import type Endpoint from '../endpoints/endpoint.js'

/** An attempt is recorded with others, a while after it ended. */
const SLACK = `interval '1 minute'`

/** The events themselves are older than the failure: by the queue, by what the attempt took, or by days, where it was the last of many. */
const OLDEST = `
  select min(e.created_at) as at
    from webhook_deliveries d join events e on e.id = d.event_id
   where d.endpoint_id = $1 and d.status in ('failed', 'exhausted')
     and exists (select from webhook_attempts a where a.delivery_id = d.id
                  and a.at + a.duration_ms * interval '1 millisecond' >= $2::timestamptz - ${SLACK})
     and not exists (select from webhook_deliveries again
                      where again.event_id = e.id and again.endpoint_id = $1 and again.status in ('pending', 'delivered'))`

/** When the oldest event happened that did not arrive since an endpoint began to fail; null when nothing is known to be missing. */
export async function missedSince({ id, missesSince }: Endpoint): Promise<Date | null> {
  if (!missesSince) return null
  const [[{ at }]] = await CurrentTenant.batch([
    query<{ at: Date | null }>(OLDEST, [id, missesSince]),
  ] as const)
  return at && at < missesSince ? at : missesSince
}
