import type pg from 'pg'
import { timeScale } from '#app/foundation/time_scale'
import { commit } from '#app/tenancy/transactions/commit'
import { DUE_SLACK } from '#app/tenancy/outbox/due'
import type { Task } from '#app/tenancy/outbox/outbox'
import { corked } from '#app/tenancy/connections/cork'
import { allOrFirstFailure } from '#app/tenancy/connections/tenant_client'
import type { Reading } from './clock_steps.js'
import { DirectConnections } from './direct_connections.js'
import type { Lane } from './lanes.js'
import { StepBack } from './step_back.js'

/** Work that waits for its turn. */
export interface Due extends Lane {
  readonly id: string
  readonly kind: string
}

/** Work whose turn it is. */
export interface Chosen extends Due {
  readonly leaseMs: number
  readonly bundle: string
}

/** How much of one kind is given out in a lane. */
export interface Busy extends Lane {
  readonly kind: string
  readonly count: number
  /** What is left of the oldest lease. */
  readonly leftMs: number
}

/** Work that was given out, under a lease. */
export interface Leased extends Task {
  readonly scope: string
  readonly bundle: string
}

/** Lanes looked at in one turn when there is more work than room. */
export const LANES_PER_TURN = 500

/** Somebody else does the work of those: the list is empty but while isolation is proved. */
const NOT_SET_ASIDE = 'scope not in (select scope from cell.set_aside)'

const DUE = `
  select asked.kind, work.id, work.scope, work.lane
    from unnest($1::text[], $2::int[]) as asked (kind, most)
   cross join lateral (
     select id, scope, lane from cell.outbox
      where kind = asked.kind and lease_until is null and due_at <= now() + ${DUE_SLACK} and ${NOT_SET_ASIDE}
      order by due_at limit asked.most) as work`

/** From lane to lane through the index, whatever the number of rows in each: a flood in one costs the others nothing. */
const DUE_BY_LANE = `
  with recursive lanes as (
    (select scope, lane from cell.outbox
      where kind = $1 and lease_until is null and (scope, lane) > ($2, $3)
      order by scope, lane limit 1)
    union all
    select next.scope, next.lane from lanes
     cross join lateral (
       select scope, lane from cell.outbox
        where kind = $1 and lease_until is null and (scope, lane) > (lanes.scope, lanes.lane)
        order by scope, lane limit 1) as next)
  select lanes.scope, lanes.lane, array(
           select id from cell.outbox
            where kind = $1 and scope = lanes.scope and lane = lanes.lane and lease_until is null
              and due_at <= now() + ${DUE_SLACK} and ${NOT_SET_ASIDE}
            order by due_at limit $4) as ids
    from (select * from lanes limit ${LANES_PER_TURN}) as lanes`

/** What is held for a tenant that moves (`infinity`) or comes (in no bundle) is in nobody's hands. */
const BUSY = `
  select kind, scope, lane, count(*)::int as count,
         extract(epoch from min(lease_until) - now())::float8 * 1000 as "leftMs"
    from cell.outbox where lease_until < 'infinity' and bundle is not null group by kind, scope, lane`

/**
 * Work comes and goes all the time, so its indexes are full of what was there. A walk through an index marks what is dead and passes it
 * over the next time; a bitmap or a scan of the table reads all of it again.
 */
const WALKS = 'set local enable_bitmapscan = off; set local enable_seqscan = off'

/** A process that freezes in its turn loses it after this: nobody else in the cell would ever have one. */
const LONGEST_TURN_MS = 10_000
/** However short tests make time: 0 would mean forever. */
const SHORTEST_TURN_MS = 3_000

/** With it comes by how much the clock is behind what it said when a scheduled job was last done: a few seconds ago, while workers run. */
const TURN = `
  select pg_backend_pid() as pid, extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs",
         (select extract(epoch from max(done_at) - clock_timestamp())::float8 * 1000 from cell.ticks) as "backMs"
    from cell.ticks where name = 'relay' for update skip locked`

/** So many times its lease has work that took longer than that again and again: on a machine too busy for it, it would never be done. */
const LONGEST_LEASES = 4

/**
 * What somebody else has locked (it is being withdrawn, say) is passed over: nobody's transaction holds up the cell. `fence` counts
 * how often work was given out and `tries` how often that ended in words, so their difference is how often a lease just ran out.
 */
const LEASE = `
  with free as (select id from cell.outbox where id = any ($1) and lease_until is null for update skip locked)
  update cell.outbox as work
     set fence = fence + 1, bundle = chosen.bundle,
         lease_until = now() + chosen.lease_ms * interval '1 millisecond'
           * least(1 + greatest(work.fence - work.tries, 0), ${LONGEST_LEASES})
    from free join unnest($1::text[], $2::float8[], $3::text[]) as chosen (id, lease_ms, bundle) using (id)
   where work.id = free.id
  returning work.id, fence, kind, scope, lane, ref, tries, work.bundle, traceparent`

interface Turn extends Pick<Reading, 'nowMs' | 'backMs'> {
  pid: number
}

/** One poll of a cell's outbox, in one transaction. Several processes may try; the one that locks the row of `cell.ticks` polls. */
export class Claim {
  private constructor(
    private client: pg.ClientBase,
    /** The oldest of each kind, as many as were asked for. */
    readonly due: readonly Due[],
    /** What is given out and not finished. */
    readonly busy: readonly Busy[],
    readonly reading: Reading
  ) {}

  /**
   * @param most  how much to look at, by kind
   * @param choose  says what is to be given out
   * @returns the work that was leased; null if another process is polling
   */
  static async poll(
    pool: pg.Pool,
    most: ReadonlyMap<string, number>,
    choose: (claim: Claim) => Promise<readonly Chosen[]>
  ): Promise<Leased[] | null> {
    const client = await pool.connect()
    try {
      const claim = await Claim.#begin(client, most)
      const chosen = claim ? await choose(claim) : []
      const leased = await Claim.#end(client, chosen)
      client.release()
      return claim && leased
    } catch (error) {
      client.release(true) // whatever state it is in, the server rolls back
      throw error
    }
  }

  static async #begin(
    client: pg.ClientBase,
    most: ReadonlyMap<string, number>
  ): Promise<Claim | null> {
    const askedAt = performance.now()
    const [, turn, due, busy] = await allOrFirstFailure(
      corked(client, () => [
        client.query(begin()),
        DirectConnections.ask(client, 'turn', TURN),
        DirectConnections.ask(client, 'due', DUE, [[...most.keys()], [...most.values()]]),
        DirectConnections.ask(client, 'busy', BUSY),
      ])
    )
    if (turn.rowCount !== 1) return null
    const { pid, ...read }: Turn = turn.rows[0]
    DirectConnections.note(client, pid)
    const reading = { ...read, askedAt, answeredAt: performance.now() }
    return new Claim(client, due.rows, busy.rows, reading)
  }

  static async #end(client: pg.ClientBase, chosen: readonly Chosen[]): Promise<Leased[]> {
    const ids = chosen.map(({ id }) => id)
    const leases = chosen.map(({ leaseMs }) => timeScale.of(leaseMs))
    const bundles = chosen.map(({ bundle }) => bundle)
    const [leased] = await allOrFirstFailure<pg.QueryResult<Leased> | void>(
      corked(client, () => [
        ...(ids.length > 0
          ? [DirectConnections.ask<Leased>(client, 'lease', LEASE, [ids, leases, bundles])]
          : []),
        commit(client),
      ])
    )
    return leased?.rows ?? []
  }

  /** PostgreSQL's clock was set back by so much: what waits is due, and leases end, that much earlier. */
  followBack(): Promise<void> {
    return StepBack.follow(this.client, this.reading.backMs)
  }

  /** The oldest of each lane, lane after lane; lanes that wait for a later time have none. @param after  the lane to go on from */
  async lanes(kind: string, after: Lane, perLane: number): Promise<(Lane & { ids: string[] })[]> {
    return (await this.client.query(DUE_BY_LANE, [kind, after.scope, after.lane, perLane])).rows
  }
}

function begin(): string {
  const idleMs = Math.ceil(Math.max(SHORTEST_TURN_MS, timeScale.of(LONGEST_TURN_MS)))
  return `begin; ${WALKS}; set local idle_in_transaction_session_timeout = ${idleMs}`
}
