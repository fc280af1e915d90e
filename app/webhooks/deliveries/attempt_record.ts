import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Lease, type WorkEnd } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query, type Row, type Statement } from '#app/tenancy/statement'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { EndpointHealth } from '../endpoints/endpoint_health.js'
import { attemptsMade } from './attempt_figures.js'
import { EXHAUSTED, SHOWN_MS } from './exhausted.js'
import { ParkedDeliveries } from './parked_deliveries.js'
import { retryDelayMs } from './retry_schedule.js'
import type { DeliveryStatus } from './delivery.js'
import type { PendingDelivery } from './pending_delivery.js'
import type { Outcome } from './webhook_request.js'

const GONE = 410

const FARED = `
  update webhook_deliveries as delivery
     set status = fared.status, attempt_count = fared.number, next_attempt_at = fared.next_at
    from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[]) as fared (id, status, number, next_at)
   where delivery.id = fared.id`

const ADDRESSES = 'select id, url from webhook_endpoints where id = any ($1)'

const DISABLE = `
  update webhook_endpoints set status = 'disabled', disabled_reason = $2, updated_at = $3, disabled_at = $3
   where id = $1 and url = $4`

/** An attempt that was made, and has to be written down. */
export interface Attempted {
  lease: Lease
  pending: PendingDelivery
  outcome: Outcome
}

interface Judged extends Attempted {
  status: DeliveryStatus
  nextAt: Date | null
}

/** Writes down what came of attempts, and ends their work or puts it off: all of it or nothing. @throws E_LEASE_LOST */
export async function recordAttempts(made: readonly Attempted[]): Promise<void> {
  const replaced = await byReplacedAddresses(made)
  const judged = made.map((one) => judge(one, replaced.has(one)))
  const ends = judged.map(({ lease, nextAt }): WorkEnd => ({ lease, until: nextAt }))
  const exhausted = judged.filter(({ status }) => status === 'exhausted')
  await Outbox.settle(
    ends,
    insertion('webhook_attempts', judged.map(attemptRow)),
    fared(judged),
    ...(exhausted.length > 0 ? [marks(exhausted)] : []),
    ...consequences(judged)
  )
  for (const { status } of judged) attemptsMade.inc({ outcome: status })
}

/** Those of which an address says that the endpoint is gone, which has another by now. */
async function byReplacedAddresses(made: readonly Attempted[]): Promise<Set<Attempted>> {
  const gone = made.filter(({ outcome }) => outcome.statusCode === GONE)
  if (gone.length === 0) return new Set()
  const ids = gone.map(({ pending }) => pending.endpointId)
  const asked = query<RowOf<'webhook_endpoints', 'id' | 'url'>>(ADDRESSES, [ids])
  const [rows] = await CurrentTenant.batch([asked])
  const urls = new Map(rows.map(({ id, url }) => [id, url]))
  return new Set(
    gone.filter(({ pending: { endpointId, url } }) => (urls.get(endpointId) ?? url) !== url)
  )
}

/** @param isReplaced  the address that answered is the endpoint's no more */
function judge(made: Attempted, isReplaced: boolean): Judged {
  const { pending, outcome } = made
  if (isDelivered(outcome)) return { ...made, status: 'delivered', nextAt: null }
  if (outcome.statusCode === GONE && !isReplaced) return { ...made, status: 'failed', nextAt: null }
  const delayMs = retryDelayMs(pending.number, pending.allowed, outcome.retryAfterMs)
  if (delayMs === null) return { ...made, status: 'exhausted', nextAt: null }
  const nextAt = new Date(tenantClock.now().getTime() + delayMs)
  return { ...made, status: 'pending', nextAt }
}

/** 2xx alone: a redirect is not followed and is no success. */
function isDelivered({ statusCode }: Outcome): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300
}

function attemptRow({ pending, outcome }: Judged): Row {
  const { environment } = CurrentTenant.get()
  return {
    id: newId('att', environment),
    delivery_id: pending.deliveryId,
    number: pending.number,
    at: tenantClock.of(outcome.at),
    status_code: outcome.statusCode,
    error: outcome.error,
    duration_ms: outcome.durationMs,
    url: pending.url,
    request_headers: outcome.requestHeaders,
    timings: outcome.timings,
    remote_address: outcome.remoteAddress,
    tls_version: outcome.tlsVersion,
    response_headers: outcome.responseHeaders,
    response_excerpt: outcome.responseExcerpt,
  }
}

function fared(judged: readonly Judged[]): Statement {
  const values = [
    judged.map(({ pending }) => pending.deliveryId),
    judged.map(({ status }) => status),
    judged.map(({ pending }) => pending.number),
    judged.map(({ nextAt }) => nextAt),
  ]
  return { text: FARED, values }
}

function marks(exhausted: readonly Judged[]): Statement {
  const dueAt = new Date(tenantClock.now().getTime() + SHOWN_MS)
  return Outbox.insertion(
    exhausted.map(({ pending: { endpointId, deliveryId } }) => ({
      ...{ kind: EXHAUSTED, lane: endpointId, ref: deliveryId, dueAt },
    }))
  )
}

/** For the endpoints, whose rows are always locked in one order. While all goes well there are none. */
function consequences(judged: readonly Judged[]): Statement[] {
  return judged
    .toSorted((a, b) => (a.pending.endpointId < b.pending.endpointId ? -1 : 1))
    .flatMap(({ pending, outcome, status }) => [
      ...EndpointHealth.after(pending.health, {
        statusCode: outcome.statusCode,
        isDelivered: status === 'delivered',
        isOver: status === 'exhausted',
      }),
      ...(outcome.statusCode === GONE ? disabling(pending) : []),
    ])
}

/** One that was paused meanwhile may have deliveries that wait. One that has another address by now is not gone. */
function disabling({ endpointId, url }: PendingDelivery): Statement[] {
  const disabled = { text: DISABLE, values: [endpointId, 'gone', tenantClock.now(), url] }
  return [disabled, ParkedDeliveries.givingUp(endpointId, url)]
}
