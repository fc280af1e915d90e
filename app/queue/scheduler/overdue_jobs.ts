import type pg from 'pg'
import logger from '@adonisjs/core/services/logger'
import { timeScale } from '#app/foundation/time_scale'
import type { ScheduledJob } from './scheduled_job.js'

/** A scheduled job that has not run for too long. */
export interface OverdueJob {
  name: string
  doneAt: Date
}

type Period = Pick<ScheduledJob, 'name' | 'everyMs' | 'retryMs'>

/** Beside two periods: a worker that starts needs a moment, too. */
const GRACE_MS = 60_000
/** As long as it lasts, one line of the log in so much time; the first not at once, since a start may cure it. */
const REPORT_MS = 60_000

const OVERDUE = `
  select name, done_at as "doneAt" from cell.ticks
    join unnest($1::text[], $2::float8[]) as period (tick, most) on name = tick
   where done_at < now() - most * interval '1 millisecond' order by name`

/** Alarms about scheduled jobs that do not run: one may fail each time, or no worker may take it on. */
export class OverdueJobs {
  #reportedAt = performance.now()

  constructor(
    private cell: string,
    private pool: pg.Pool,
    private jobs: readonly Period[]
  ) {}

  /** @param client  of the relay's login, or of the platform's */
  static async in(client: pg.ClientBase | pg.Pool, jobs: readonly Period[]): Promise<OverdueJob[]> {
    const names = jobs.map(({ name }) => name)
    const most = jobs.map(({ everyMs, retryMs = 0 }) =>
      timeScale.of(2 * Math.max(everyMs, retryMs) + GRACE_MS)
    )
    return (await client.query<OverdueJob>(OVERDUE, [names, most])).rows
  }

  /** Writes to the log what is overdue, now and then. */
  async report(): Promise<void> {
    if (performance.now() - this.#reportedAt < timeScale.of(REPORT_MS)) return
    this.#reportedAt = performance.now()
    for (const { name, doneAt } of await OverdueJobs.in(this.pool, this.jobs))
      logger.error(
        { cell: this.cell, job: name, doneAt },
        'overdue: a periodic task was not done in time'
      )
  }
}
