import type pg from 'pg'
import logger from '@adonisjs/core/services/logger'
import { timeScale } from '#app/foundation/time_scale'
import type { Tick } from './ticks.js'

/** What recurs and was not done for too long. */
export interface OverdueTick {
  name: string
  doneAt: Date
}

type Period = Pick<Tick, 'name' | 'everyMs' | 'retryMs'>

/** Beside two periods: a worker that starts needs a moment, too. */
const GRACE_MS = 60_000
/** As long as it lasts, one line of the log in so much time; the first not at once, since a start may cure it. */
const REPORT_MS = 60_000

const OVERDUE = `
  select name, done_at as "doneAt" from cell.ticks
    join unnest($1::text[], $2::float8[]) as period (tick, most) on name = tick
   where done_at < now() - most * interval '1 millisecond' order by name`

/** Alarms about what recurs: it may fail each time, or no worker may take it on. */
export class OverdueTicks {
  #reportedAt = performance.now()

  constructor(
    private cell: string,
    private pool: pg.Pool,
    private ticks: readonly Period[]
  ) {}

  /** @param client  of the relay's login, or of the platform's */
  static async in(
    client: pg.ClientBase | pg.Pool,
    ticks: readonly Period[]
  ): Promise<OverdueTick[]> {
    const names = ticks.map(({ name }) => name)
    const most = ticks.map(({ everyMs, retryMs = 0 }) =>
      timeScale.of(2 * Math.max(everyMs, retryMs) + GRACE_MS)
    )
    return (await client.query<OverdueTick>(OVERDUE, [names, most])).rows
  }

  /** Writes to the log what is overdue, now and then. */
  async report(): Promise<void> {
    if (performance.now() - this.#reportedAt < timeScale.of(REPORT_MS)) return
    this.#reportedAt = performance.now()
    for (const { name, doneAt } of await OverdueTicks.in(this.pool, this.ticks))
      logger.error(
        { cell: this.cell, tick: name, doneAt },
        'overdue: a periodic task was not done in time'
      )
  }
}
