import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox'
import type { Row } from '#app/tenancy/statement'
import { EndpointHealth, type Health } from './endpoint_health.js'
import type { EndpointStatus } from './endpoint.js'
import { EXAMPLE_EVENT, TEST_EVENT } from './event_types.js'
import type { Parcel } from './posting.js'
import { MAX_ATTEMPTS } from './retry_schedule.js'

const PENDING = `
  select d.id as delivery_id, d.attempt_count, d.event, d.event_id,
         e.body, e.name in ('${TEST_EVENT}', '${EXAMPLE_EVENT}') as is_test,
         w.id as endpoint_id, w.url, w.status, w.secret, w.pending_secret, w.pending_since,
         w.failing_since, w.rests_until,
         (select (entitlements->>'webhookAttempts')::int from standing) as attempts
    from webhook_deliveries d, webhook_endpoints w, events e
   where d.id = any ($1) and d.status = 'pending' and w.id = d.endpoint_id and e.id = d.event_id`

/** A delivery that is to be attempted, with what is needed for it. */
export interface PendingDelivery extends Parcel {
  endpointStatus: EndpointStatus
  /** Somebody asked for it and waits. */
  isTest: boolean
  /** Attempts in all. */
  allowed: number
  health: Health
}

/**
 * Those that the tasks are about, in one flight that asks for their leases.
 *
 * @returns null where a delivery has ended
 * @throws E_LEASE_LOST when one was given to another worker since
 */
export async function pendingDeliveries(
  tasks: readonly Task[]
): Promise<(PendingDelivery | null)[]> {
  const values = [tasks.map(({ ref }) => ref)]
  const [rows] = await Outbox.hold(tasks, { text: PENDING, values })
  const byId = new Map(rows.map((row) => [row.delivery_id, row]))
  return tasks.map(({ ref }) => {
    const row = byId.get(ref)
    return row ? pendingFrom(row) : null
  })
}

function pendingFrom(row: Row): PendingDelivery {
  const { environment } = CurrentTenant.get()
  return {
    deliveryId: row.delivery_id as string,
    endpointId: row.endpoint_id as string,
    eventId: row.event_id as string,
    event: row.event as string,
    body: row.body as string,
    url: row.url as string,
    secret: row.secret as Buffer,
    pendingSecret: row.pending_secret as Buffer | null,
    pendingSince: row.pending_since as Date | null,
    number: (row.attempt_count as number) + 1,
    endpointStatus: row.status as EndpointStatus,
    isTest: row.is_test as boolean,
    allowed: environment === 'test' ? MAX_ATTEMPTS : (row.attempts as number),
    health: EndpointHealth.of(row),
  }
}
