import type pg from 'pg'
import { timeScale } from '#app/foundation/time_scale'
import type { Leased } from './claim.js'

type Given = Pick<Leased, 'id' | 'fence'>
type Handed = Given & Pick<Leased, 'bundle'>

const GIVE_BACK = `
  update cell.outbox as work
     set lease_until = null, due_at = greatest(due_at, now() + $3::float8 * interval '1 millisecond')
    from unnest($1::text[], $2::int[]) as given (id, fence)
   where work.id = given.id and work.fence = given.fence and work.lease_until is not null`

/** In no bundle, as work that an import has brought; when it was due is kept. */
const HOLD = `
  update cell.outbox as work
     set lease_until = now() + $3::float8 * interval '1 millisecond', bundle = null
    from unnest($1::text[], $2::int[]) as given (id, fence)
   where work.id = given.id and work.fence = given.fence and work.lease_until is not null`

const TAKE_BACK_EXPIRED = `
  update cell.outbox set lease_until = null
   where id in (select id from cell.outbox where lease_until < now() for update skip locked)`

const GIVEN = `
  select id, fence, bundle from cell.outbox
   where kind = any ($1) and bundle is not null and lease_until < now() + $2 * interval '1 millisecond'`

/** Leases on the work of one cell, as its relay sees them. The next lease on a piece of work has a higher fence, so the last is worth nothing. */
export class Leases {
  constructor(private pool: pg.Pool) {}

  /** For work that could not be handed on, or whose job is gone. @param afterMs  how long it then waits */
  async giveBack(works: readonly Given[], afterMs: number | null = null): Promise<number> {
    const values = [works.map(({ id }) => id), works.map(({ fence }) => fence), afterMs]
    return (await this.pool.query(GIVE_BACK, values)).rowCount ?? 0
  }

  /** For work whose tenant is not here: until it comes (`Placement.releaseWork`), or for so long. */
  async hold(works: readonly Given[], forMs: number): Promise<void> {
    const values = [works.map(({ id }) => id), works.map(({ fence }) => fence), forMs]
    await this.pool.query(HOLD, values)
  }

  /** @returns how many ran out: their workers died, froze or were too slow */
  async takeBackExpired(): Promise<number> {
    return (await this.pool.query(TAKE_BACK_EXPIRED)).rowCount ?? 0
  }

  /** What was given out at least `ageMs` ago and is not finished. @param leaseMs  how long a lease on these kinds is */
  async given(kinds: readonly string[], leaseMs: number, ageMs: number): Promise<Handed[]> {
    const left = timeScale.of(leaseMs) - timeScale.of(ageMs)
    return (await this.pool.query(GIVEN, [kinds, left])).rows
  }
}
