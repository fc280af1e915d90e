import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'
import { roleName } from '#app/tenancy/tenant_ref'

/** How long events, deliveries and attempts are kept, by the real clock: that of a sandbox may move on by a month at once. */
export const LOG_KEPT_MS = 30 * DAY_MS

/** A day's worth of a busy account and more; whatever is left goes on the next day. */
const MAX_AT_ONCE = 100_000

/** With an event goes what was delivered of it and how, but for what was sent again since or still waits for a paused endpoint. */
const FORGET = `
  delete from events where id in (
    select e.id from events e
     where e.recorded_at < $1
       and not exists (select 1 from webhook_deliveries d
                        where d.event_id = e.id and (d.status = 'pending' or d.recorded_at >= $1))
     limit ${MAX_AT_ONCE})`

/** SQL: the oldest event has been kept a day too long. */
const IS_DUE = `(select recorded_at from events where position = (select min(position) from events))
  < clock_timestamp() - interval '${(LOG_KEPT_MS + DAY_MS) / DAY_MS} days'`

/** Which day each scope's log was last tidied, by this process, and asked whether it is time. */
const tidied = new Map<string, number>()
const asked = new Map<string, number>()

/**
 * Nothing periodic visits the schemas of tenants: the first events of a day that a worker fans out take along what is too old. Where no
 * endpoint listens, events are fanned out only for that.
 */
export const LogRetention = {
  /** A condition of SQL under which old events have to go; null but for the first event in a day that this process writes down. */
  isDue(): string | null {
    const place = scope()
    const day = today()
    if (asked.get(place) === day) return null
    asked.set(place, day)
    return IS_DUE
  },

  /**
   * Does work that takes along the statement it is given, which is there for the first in a day. Work that fails leaves the day to the next;
   * two processes may both forget, and the second finds nothing.
   */
  async onceADay(work: (forget: Statement[]) => Promise<void>): Promise<void> {
    const place = scope()
    const day = today()
    if (tidied.get(place) === day) return work([])
    tidied.set(place, day)
    try {
      await work([{ text: FORGET, values: [new Date(clock.now().getTime() - LOG_KEPT_MS)] }])
    } catch (error) {
      tidied.delete(place)
      throw error
    }
  },
}

function today(): number {
  return Math.floor(clock.now().getTime() / DAY_MS)
}

function scope(): string {
  const { tenant, environment } = CurrentTenant.get()
  return roleName(tenant.id, environment)
}
