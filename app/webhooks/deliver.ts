import { tenantClock } from '#app/tenancy/tenant_clock'
import { faultPoint } from '#app/foundation/fault_point'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox'
import { insertion, type Row, type Statement } from '#app/tenancy/statement'
import { EndpointHealth, type Health } from './endpoint_health.js'
import { TEST_EVENT } from './event_types.js'
import { EXHAUSTED, SHOWN_MS } from './exhausted.js'
import { ParkedDeliveries } from './parked_deliveries.js'
import { post, type Outcome, type Parcel } from './posting.js'
import { MAX_ATTEMPTS, retryDelayMs } from './retry_schedule.js'
import type { DeliveryStatus } from './delivery.js'
import type { EndpointStatus } from './endpoint.js'

const GONE = 410

/** By keys alone, and the event's text by a subquery: PostgreSQL plans this twice as fast as a join of the three. */
const PENDING = `
  select cell.hold($1, $2), d.id as delivery_id, d.attempt_count, d.event, d.event_id,
         (select body from events where id = d.event_id) as body,
         w.id as endpoint_id, w.url, w.status, w.secret, w.pending_secret, w.pending_since,
         w.failing_since, w.rests_until,
         (select (entitlements->>'webhookAttempts')::int from standing) as attempts
    from webhook_deliveries d, webhook_endpoints w
   where d.id = $3 and d.status = 'pending' and w.id = $4`

const ENDED = `update webhook_deliveries set status = $2, attempt_count = $3, next_attempt_at = $4 where id = $1`

const PUT_OFF = `update webhook_deliveries set next_attempt_at = $2 where id = $1`

const DISABLE = `
  update webhook_endpoints set status = 'disabled', disabled_reason = $2, updated_at = $3, disabled_at = $3 where id = $1`

interface Pending extends Parcel {
  endpointStatus: EndpointStatus
  allowed: number
  health: Health
}

/** Makes one attempt of a delivery: one flight to read it, the POST, one flight to record it. */
export default async function deliver(task: Task): Promise<void> {
  const values = [task.id, task.fence, task.ref, task.lane]
  const [row] = await Outbox.holdIn({ text: PENDING, values })
  if (!row) return Outbox.finish(task)
  const pending = pendingFrom(row)
  if (pending.endpointStatus === 'paused' && (await park(pending, task))) return
  if (pending.endpointStatus === 'disabled') return giveUp(pending, task)

  // who asks for a test wants to know now
  const restsUntil = pending.event === TEST_EVENT ? null : await EndpointHealth.rest(pending.health)
  if (restsUntil) return putOff(pending, task, restsUntil)

  const outcome = await post(pending)
  faultPoint('webhooks.deliver.posted')
  await conclude(pending, outcome, task)
}

function pendingFrom(row: Row): Pending {
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
    allowed: environment === 'test' ? MAX_ATTEMPTS : (row.attempts as number),
    health: EndpointHealth.of(row),
  }
}

function park({ deliveryId, endpointId }: Pending, task: Task): Promise<boolean> {
  return ParkedDeliveries.park(deliveryId, endpointId, task)
}

function giveUp({ deliveryId, number }: Pending, task: Task): Promise<void> {
  return Outbox.finish(task, { text: ENDED, values: [deliveryId, 'failed', number - 1, null] })
}

/** No attempt was made, so none is counted. */
function putOff({ deliveryId }: Pending, task: Task, until: Date): Promise<void> {
  return Outbox.putOff(task, until, { text: PUT_OFF, values: [deliveryId, until] })
}

async function conclude(pending: Pending, outcome: Outcome, task: Task): Promise<void> {
  const delayMs = delayAfter(pending, outcome)
  if (delayMs === null) {
    const status = statusAfter(outcome)
    const mark = status === 'exhausted' ? [exhausted(pending)] : []
    return Outbox.finish(task, ...records(pending, outcome, status, null), ...mark)
  }
  const nextAt = new Date(tenantClock.now().getTime() + delayMs)
  await Outbox.putOff(task, nextAt, ...records(pending, outcome, 'pending', nextAt))
}

function exhausted({ deliveryId, endpointId }: Pending): Statement {
  const dueAt = new Date(tenantClock.now().getTime() + SHOWN_MS)
  return Outbox.insertion([{ kind: EXHAUSTED, lane: endpointId, ref: deliveryId, dueAt }])
}

function delayAfter({ number, allowed }: Pending, outcome: Outcome): number | null {
  const isOver = isDelivered(outcome) || outcome.statusCode === GONE
  return isOver ? null : retryDelayMs(number, allowed, outcome.retryAfterMs)
}

function statusAfter(outcome: Outcome): DeliveryStatus {
  if (isDelivered(outcome)) return 'delivered'
  return outcome.statusCode === GONE ? 'failed' : 'exhausted'
}

/** 2xx alone: a redirect is not followed and is no success. */
function isDelivered({ statusCode }: Outcome): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300
}

function records(
  { deliveryId, endpointId, number, url, health }: Pending,
  outcome: Outcome,
  status: DeliveryStatus,
  nextAt: Date | null
): Statement[] {
  const attempt = attemptRow({ deliveryId, number, url }, outcome)
  const statements = [
    insertion('webhook_attempts', [attempt]),
    { text: ENDED, values: [deliveryId, status, number, nextAt] },
    ...EndpointHealth.after(health, {
      statusCode: outcome.statusCode,
      isDelivered: status === 'delivered',
      isOver: status === 'exhausted',
    }),
  ]
  if (outcome.statusCode === GONE)
    statements.push({ text: DISABLE, values: [endpointId, 'gone', tenantClock.now()] })
  return statements
}

type Made = Pick<Pending, 'deliveryId' | 'number' | 'url'>

function attemptRow({ deliveryId, number, url }: Made, outcome: Outcome): Row {
  const { environment } = CurrentTenant.get()
  return {
    id: newId('att', environment),
    delivery_id: deliveryId,
    number,
    at: outcome.at,
    status_code: outcome.statusCode,
    error: outcome.error,
    duration_ms: outcome.durationMs,
    url,
    request_headers: outcome.requestHeaders,
    timings: outcome.timings,
    remote_address: outcome.remoteAddress,
    tls_version: outcome.tlsVersion,
    response_headers: outcome.responseHeaders,
    response_excerpt: outcome.responseExcerpt,
  }
}
