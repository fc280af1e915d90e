import type pg from 'pg'
import { timeScale } from '#app/foundation/time_scale'
import { LEASE_MS } from '../scheduler/scheduler.js'
import { allOrFirstFailure } from '#app/tenancy/connections/tenant_client'
import { MOVED_BACK } from '#app/tenancy/outbox/due'

const BACK = `$1::float8 * interval '1 millisecond'`

/** Whose unit is under way at this moment waits for nobody, and nobody for it. */
const WORK = `
  update cell.outbox
     set due_at = case when ${MOVED_BACK} then due_at - ${BACK} else due_at end,
         lease_until = case when lease_until > clock_timestamp() then lease_until - ${BACK} else lease_until end
   where id in (
     select id from cell.outbox
      where ${MOVED_BACK} or lease_until > clock_timestamp() for update skip locked)`

/** A job that runs may have renewed its lease since: it keeps a whole one. */
const TICKS = `
  update cell.ticks
     set due_at = case when due_at > clock_timestamp() then due_at - ${BACK} else due_at end,
         lease_until = case when lease_until is null then null
           else least(lease_until, clock_timestamp() + $2 * interval '1 millisecond') end,
         done_at = least(done_at, clock_timestamp())`

const WORKERS = 'update cell.workers set seen_at = least(seen_at, clock_timestamp())'

/** PostgreSQL's clock was set back: what would wait for as long as that is moved along with it. */
export const StepBack = {
  /** In a turn at the outbox: nobody gives out anything meanwhile, and once it is committed the step is over for all. */
  async follow(client: pg.ClientBase, backMs: number): Promise<void> {
    await allOrFirstFailure([
      client.query(WORK, [backMs]),
      client.query(TICKS, [backMs, timeScale.of(LEASE_MS)]),
      client.query(WORKERS),
    ])
  },
}
