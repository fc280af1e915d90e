import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import ClockNotMoved from './errors/clock_not_moved.js'

export type Step = { seconds: number } | { to: Date }

export interface Reading {
  now: Date
  /** How far it is ahead. */
  seconds: number
}

/** Further ahead there is nothing left to try. */
const MAX_AHEAD_MS = 20 * 366 * 24 * 3_600_000

/** The row's lock makes those who move it at once go one after the other: each starts where the one before it ended. */
const MOVE = `
  update test_clock set moved_ms = greatest(offset_ms + $1, $2) - offset_ms, offset_ms = greatest(offset_ms + $1, $2)
   where greatest(offset_ms + $1, $2) <= $3
  returning offset_ms, moved_ms`

type Ahead = RowOf<'test_clock', 'offset_ms'>

/** The clock of a tenant's sandbox. It only goes on, never back; live has none. */
export const TestClock = {
  /** Part of a batch that reads more; `from` takes the answer. */
  statement: query<Ahead>('select offset_ms from test_clock'),

  from([row]: readonly Ahead[]): Reading {
    return reading(row.offset_ms)
  },

  async read(): Promise<Reading> {
    const [rows] = await CurrentTenant.batch([TestClock.statement])
    return TestClock.from(rows)
  },

  /**
   * What waits for its time in the sandbox waits that much less, and is done at once where its time has come.
   *
   * @throws ClockNotMoved
   */
  async advance(step: Step): Promise<Reading> {
    return unit(async () => {
      const param = 'to' in step ? 'to' : 'seconds'
      const [[row]] = await CurrentTenant.batch([
        query<RowOf<'test_clock', 'offset_ms' | 'moved_ms'>>(MOVE, [...asked(step), MAX_AHEAD_MS]),
      ])
      if (!row) throw new ClockNotMoved(param, 'The clock can be at most 20 years ahead')
      if (!(row.moved_ms > 0))
        throw new ClockNotMoved(param, 'The clock only moves forward: give a later time')
      await Outbox.hasten(row.moved_ms)
      return reading(row.offset_ms)
    })
  },
}

/** How much further, and how far at least. */
function asked(step: Step): [number, number] {
  return 'to' in step ? [0, step.to.getTime() - clock.now().getTime()] : [step.seconds * 1_000, 0]
}

function reading(offsetMs: number): Reading {
  return { now: new Date(clock.now().getTime() + offsetMs), seconds: Math.floor(offsetMs / 1_000) }
}
