import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type WorkRecord } from '#app/tenancy/outbox/outbox'
import type { Statement } from '#app/tenancy/statement'
import { roleName } from '#app/tenancy/tenant_ref'

/** How long events, deliveries and attempts are kept, by the real clock: that of a sandbox may move on by a month at once. */
export const LOG_KEPT_MS = 30 * DAY_MS

/** A day's worth of a busy account and more; whatever is left goes on the next day. */
const MAX_AT_ONCE = 100_000

/** SQL: when the oldest event was recorded. */
const OLDEST = `(select recorded_at from events where position = (select min(position) from events))`
const IS_DUE = `${OLDEST} < clock_timestamp() - interval '${LOG_KEPT_MS / DAY_MS} days'`

/** With an event goes what was delivered of it and how, but for what was sent again since or still waits for a paused endpoint. */
const FORGET = `
  delete from events where ${OLDEST} < $1 and id in (
    select e.id from events e
     where e.recorded_at < $1
       and not exists (select 1 from webhook_deliveries d
                        where d.event_id = e.id and (d.status = 'pending' or d.recorded_at >= $1))
     limit ${MAX_AT_ONCE})`

/** On which day this process last asked whether it is time, by scope. */
const asked = new Map<string, number>()

/** Nothing periodic visits the schemas of tenants: the first event of a day asks whether something is too old, and leaves work if it is. */
export const LogRetention = {
  /** For the first event in a day that this process writes down: what leaves that work. */
  asking(event: string): WorkRecord[] {
    const { tenant, environment } = CurrentTenant.get()
    const place = roleName(tenant.id, environment)
    const day = Math.floor(clock.now().getTime() / DAY_MS)
    if (asked.get(place) === day) return []
    asked.set(place, day)
    return [Outbox.insertion([{ kind: 'webhooks.fan_out', ref: event }], IS_DUE)]
  },

  /** Done twice, the second finds nothing. */
  forgetting(): Statement {
    return { text: FORGET, values: [new Date(clock.now().getTime() - LOG_KEPT_MS)] }
  },
}
