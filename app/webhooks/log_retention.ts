import { DAY_MS } from '#app/foundation/duration'
import type { Statement } from '#app/tenancy/statement'
import { clock } from '#app/foundation/clock'

/** How long events, deliveries and attempts are kept, by the real clock: that of a sandbox may move on by a month at once. */
export const LOG_KEPT_MS = 30 * DAY_MS

/** A day's worth of a busy account and more; whatever is left goes on the next day. */
const MAX_AT_ONCE = 100_000

/**
 * With an event goes what was delivered of it and how, but for what was sent again since or still waits for a paused endpoint. Asked
 * first, in a subquery of its own, whether one of these events is the first of its day: for the others nothing is looked at.
 */
const FORGET = `
  delete from events where id in (
    select e.id from events e
     where (select exists (
             select 1 from events told left join events before on before.position = told.position - 1
              where told.id = any ($1)
                and (before.id is null or before.recorded_at < date_trunc('day', told.recorded_at, 'UTC'))))
       and e.recorded_at < $2
       and not exists (select 1 from webhook_deliveries d
                        where d.event_id = e.id and (d.status = 'pending' or d.recorded_at >= $2))
     limit ${MAX_AT_ONCE})`

/** Nothing periodic visits the schemas of tenants: the first event of a day takes along what is too old. */
export function forgetOld(eventIds: readonly string[]): Statement {
  const oldest = new Date(clock.now().getTime() - LOG_KEPT_MS)
  return { text: FORGET, values: [eventIds, oldest] }
}
