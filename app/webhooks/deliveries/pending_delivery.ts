import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { EndpointHealth, type Health, type HealthRow } from '../endpoints/endpoint_health.js'
import type { EndpointStatus } from '../endpoints/stored_endpoint.js'
import { bodiesWithValues } from '../events/event_values.js'
import { EXAMPLE_EVENT, TEST_EVENT } from '../events/event_types.js'
import type { WebhookRequest } from './webhook_request.js'
import { MAX_ATTEMPTS } from './retry_schedule.js'

const PENDING = `
  select d.id as delivery_id, d.attempt_count, d.event, d.event_id,
         e.body, e.document_id, d.with_values and w.include_values as with_values,
         e.name in ('${TEST_EVENT}', '${EXAMPLE_EVENT}') as is_test,
         w.id as endpoint_id, w.url, w.status, w.secret, w.pending_secret, w.pending_since,
         w.failing_since, w.rests_until,
         (select (entitlements->>'webhookAttempts')::int from standing) as attempts
    from webhook_deliveries d, webhook_endpoints w, events e
   where d.id = any ($1) and d.status = 'pending' and w.id = d.endpoint_id and e.id = d.event_id`

interface PendingRow
  extends
    RowOf<'webhook_deliveries', 'attempt_count' | 'event' | 'event_id' | 'with_values'>,
    RowOf<'events', 'body' | 'document_id'>,
    RowOf<'webhook_endpoints', 'url' | 'status' | 'secret' | 'pending_secret' | 'pending_since'>,
    HealthRow {
  delivery_id: RowOf<'webhook_deliveries'>['id']
  is_test: boolean
  attempts: number
}

/** A delivery that is to be attempted, with what is needed for it. */
export interface PendingDelivery extends WebhookRequest {
  endpointStatus: EndpointStatus
  /** Somebody asked for it and waits. */
  isTest: boolean
  /** Attempts in all. */
  allowed: number
  health: Health
}

/**
 * Those that the tasks are about, in one batch that asks for their leases.
 *
 * @returns null where a delivery has ended
 * @throws E_LEASE_LOST when one was given to another worker since
 */
export async function pendingDeliveries(
  tasks: readonly Task[]
): Promise<(PendingDelivery | null)[]> {
  const values = [tasks.map(({ ref }) => ref)]
  const [rows] = await Outbox.hold(tasks, query<PendingRow>(PENDING, values))
  const bodies = await bodiesOf(rows)
  const found = rows.map((row, index) => pendingFrom(row, bodies[index]))
  const byId = new Map(found.map((pending) => [pending.deliveryId, pending]))
  return tasks.map(({ ref }) => byId.get(ref) ?? null)
}

/** As they are sent: few are read once more, for their values. */
async function bodiesOf(rows: readonly PendingRow[]): Promise<string[]> {
  const bodies = rows.map(({ body }) => body)
  const asking = rows.flatMap(({ with_values: isAsked, body, document_id: documentId }, index) =>
    isAsked && documentId !== null ? [{ index, body, documentId }] : []
  )
  if (asking.length === 0) return bodies
  const full = await bodiesWithValues(asking)
  for (const [place, { index }] of asking.entries()) bodies[index] = full[place]
  return bodies
}

function pendingFrom(row: PendingRow, body: string): PendingDelivery {
  const { environment } = CurrentTenant.get()
  return {
    deliveryId: row.delivery_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    event: row.event,
    body,
    url: row.url,
    secret: row.secret,
    pendingSecret: row.pending_secret,
    pendingSince: row.pending_since,
    number: row.attempt_count + 1,
    endpointStatus: row.status,
    isTest: row.is_test,
    allowed: environment === 'test' ? MAX_ATTEMPTS : row.attempts,
    health: EndpointHealth.of(row),
  }
}
