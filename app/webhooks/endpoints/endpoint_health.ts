import { DAY_MS } from '#app/foundation/duration'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { timeScale } from '#app/foundation/time_scale'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import type { Statement } from '#app/tenancy/statement'
import { WATCH } from './endpoint_watch.js'

/** So many answers in a row that say that nobody is there, and the endpoint rests. */
export const STRIKES = 5
const REST_MS = 30_000
const LONGEST_REST_MS = 10 * 60_000
/** Longer than an attempt may take: if who tries dies meanwhile, another does. */
const TRIAL_MS = 20_000
/** From here on the watch looks at each failure whether its owners are to be told. */
export const WORRY_MS = 4 * DAY_MS

/** The server in front of it says these when nobody is behind. */
const DOWN = [502, 503, 504]
const GONE = 410

const FAILED = `
  update webhook_endpoints
     set failing_since = coalesce(failing_since, $2),
         given_up = given_up + $3,
         strikes = case when not $4 then 0 when $5 or rests_until is null then least(strikes + 1, 30) else strikes end,
         rests_until = case when not $4 then null
           when strikes + 1 >= ${STRIKES} and ($5 or rests_until is null)
           then $2 + least($6 * power(2, strikes + 1 - ${STRIKES}), $7) * interval '1 millisecond'
           else rests_until end
   where id = $1 and url = $8`

const RECOVERED = `
  update webhook_endpoints set failing_since = null, given_up = 0, strikes = 0, rests_until = null, warned_at = null
   where id = $1 and url = $2`

const TRY = `
  update webhook_endpoints set rests_until = $2 where id = $1 and (rests_until <= $3 or rests_until > $4) returning id`

/** What is read of an endpoint to know how it fares. */
export interface HealthRow extends RowOf<
  'webhook_endpoints',
  'url' | 'failing_since' | 'rests_until'
> {
  endpoint_id: RowOf<'webhook_endpoints'>['id']
}

/** How an endpoint fared when a delivery to it was taken up. */
export interface Health {
  endpointId: string
  /** Where: what another address of it answers says nothing of this one. */
  url: string
  failingSince: Date | null
  restsUntil: Date | null
}

interface Result {
  statusCode: number | null
  isDelivered: boolean
  /** That was the last attempt of its delivery. */
  isOver: boolean
}

/**
 * Whether an endpoint is worth an attempt. One that plainly is down rests: its deliveries are put off and none is counted, but for one
 * at a time that looks whether somebody is there again. While all goes well this costs no statement.
 */
export const EndpointHealth = {
  of(row: HealthRow): Health {
    return {
      endpointId: row.endpoint_id,
      url: row.url,
      failingSince: row.failing_since,
      restsUntil: row.rests_until,
    }
  },

  /** @returns when to come back; null when the attempt is to be made now */
  async rest({ endpointId, restsUntil }: Health): Promise<Date | null> {
    if (!restsUntil) return null
    const now = tenantClock.now()
    // no rest is that long: the clock was set back
    const beyond = after(2 * LONGEST_REST_MS)
    if (restsUntil <= now || restsUntil > beyond) {
      const values = [endpointId, after(TRIAL_MS), now, beyond]
      const [tried] = await CurrentTenant.batch([{ text: TRY, values }])
      if (tried.length === 1) return null
    }
    // not all at the same moment
    const rest = Math.max(restsUntil.getTime() - now.getTime(), timeScale.of(TRIAL_MS))
    return new Date(now.getTime() + rest * (1 + Math.random() / 4))
  },

  /** What an attempt means for its endpoint, for the batch that records it. */
  after(health: Health, { statusCode, isDelivered, isOver }: Result): Statement[] {
    const { endpointId, url, failingSince, restsUntil } = health
    if (isDelivered) return failingSince ? [{ text: RECOVERED, values: [endpointId, url] }] : []
    const isDown = statusCode === null || DOWN.includes(statusCode)
    const rests = [timeScale.of(REST_MS), timeScale.of(LONGEST_REST_MS)]
    const values = [
      endpointId,
      tenantClock.now(),
      isOver ? 1 : 0,
      isDown,
      restsUntil !== null,
      ...rests,
      url,
    ]
    return [{ text: FAILED, values }, ...watchers(health, statusCode)]
  },
}

function watchers({ endpointId, failingSince }: Health, statusCode: number | null): Statement[] {
  const isLong =
    failingSince !== null && tenantClock.now().getTime() - failingSince.getTime() >= WORRY_MS
  if (!isLong && statusCode !== GONE) return []
  return [Outbox.insertion([{ kind: WATCH, ref: endpointId }])]
}

function after(ms: number): Date {
  return new Date(tenantClock.now().getTime() + timeScale.of(ms))
}
