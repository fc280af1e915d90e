import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import logger from '@adonisjs/core/services/logger'
import { timeScale } from '#app/foundation/time_scale'
import type { Cell } from '#app/tenancy/cell'
import { OverdueJobs } from './overdue_jobs.js'
import { Pulse } from '../pulse.js'
import type { ScheduledJob } from './scheduled_job.js'

/** Between two polls for due jobs. */
const POLL_MS = 500
/** After this another process may take the job over, should the first have died; a running job keeps renewing its lease. */
export const LEASE_MS = 60_000
const RENEW_MS = LEASE_MS / 3
/** How long a failed job waits, whatever its period, unless it sets `retryMs`. */
const RETRY_MS = 5_000

/** Due times are kept in PostgreSQL, so frequent restarts of the workers delay nothing. */
const BEGIN = `
  update cell.ticks set holder = $2, lease_until = now() + $3 * interval '1 millisecond'
   where name in (
     select name from cell.ticks
      where name = any ($1) and due_at <= now() and (lease_until is null or lease_until < now())
        for update skip locked)
  returning name`

const RENEW = `
  update cell.ticks set lease_until = now() + $3 * interval '1 millisecond',
         done_at = case when $4 then now() else done_at end
   where name = $1 and holder = $2 and lease_until is not null`

const END = `
  update cell.ticks set lease_until = null, due_at = now() + $3 * interval '1 millisecond', done_at = now()
   where name = $1 and holder = $2`

const PUT_OFF = `
  update cell.ticks set lease_until = null, due_at = now() + $3 * interval '1 millisecond'
   where name = $1 and holder = $2`

let table: readonly ScheduledJob[] = []

/** All scheduled jobs; `start/schedule.ts` lists them. */
export const Schedule = {
  use(written: readonly ScheduledJob[]): void {
    table = written
  },
  get all(): readonly ScheduledJob[] {
    return table
  },
}

/** Every worker process polls `cell.ticks` for due jobs; the process that locks the row runs the job. */
export class Scheduler {
  #holder = randomUUID()
  #pulse = new Pulse(() => this.#poll())
  #running = new Set<Promise<void>>()
  #overdue: OverdueJobs

  constructor(
    private cell: Cell,
    private pool: pg.Pool,
    private jobs: readonly ScheduledJob[]
  ) {
    this.#overdue = new OverdueJobs(cell.name, pool, jobs)
  }

  async prepare(): Promise<void> {
    await this.pool.query(
      'insert into cell.ticks (name) select unnest($1::text[]) on conflict do nothing',
      [this.jobs.map(({ name }) => name)]
    )
  }

  start(): void {
    this.#pulse.start()
  }

  async stop(): Promise<void> {
    await this.#pulse.stop()
    await Promise.all(this.#running)
  }

  async #poll(): Promise<number> {
    try {
      const names = this.jobs.map(({ name }) => name)
      const values = [names, this.#holder, timeScale.of(LEASE_MS)]
      const { rows } = await this.pool.query<{ name: string }>(BEGIN, values)
      for (const job of this.jobs)
        if (rows.some(({ name }) => name === job.name)) this.#track(this.#run(job))
      await this.#overdue.report()
    } catch (error) {
      logger.warn({ cell: this.cell.name, err: error }, 'scheduled jobs cannot be read')
    }
    return POLL_MS
  }

  #track(run: Promise<void>): void {
    this.#running.add(run)
    void run.finally(() => this.#running.delete(run))
  }

  async #run(job: ScheduledJob): Promise<void> {
    const renewal = setInterval(() => void this.#renew(job), timeScale.of(RENEW_MS))
    try {
      await job.run(this.cell)
      await this.#write(END, job, job.everyMs)
    } catch (error) {
      logger.warn({ cell: this.cell.name, job: job.name, err: error }, 'a scheduled job failed')
      await this.#write(PUT_OFF, job, job.retryMs ?? RETRY_MS).catch(() => {}) // its lease runs out instead
    } finally {
      clearInterval(renewal)
    }
  }

  /** A lease that cannot be renewed now is renewed next time, or expires. */
  async #renew(job: ScheduledJob): Promise<void> {
    const values = [job.name, this.#holder, timeScale.of(LEASE_MS), job.isLong ?? false]
    await this.pool.query(RENEW, values).catch(() => {})
  }

  async #write(text: string, { name }: ScheduledJob, ms: number): Promise<void> {
    await this.pool.query(text, [name, this.#holder, timeScale.of(ms)])
  }
}
