import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import logger from '@adonisjs/core/services/logger'
import { timeScale } from '#app/foundation/time_scale'
import type { Cell } from '#app/tenancy/cell'
import { OverdueTicks } from './overdue_ticks.js'
import { Pulse } from '../pulse.js'

/** Something that recurs in a cell, whichever worker process does it. It never visits the schemas of tenants. */
export interface Tick {
  name: string
  everyMs: number
  /** How long it waits when it failed; a few seconds where nothing is said. */
  retryMs?: number
  run: (cell: Cell) => Promise<unknown>
}

/** Between two looks at what is due. */
const LOOK_MS = 500
/** After this another process may begin, should the one that began have died; whoever is at it goes on renewing it. */
const LEASE_MS = 60_000
const RENEW_MS = LEASE_MS / 3
/** What failed waits so long, whatever its period, unless it says otherwise. */
const RETRY_MS = 5_000

/** Due times stand in PostgreSQL, so a fleet that restarts often is no later for it. */
const BEGIN = `
  update cell.ticks set holder = $2, lease_until = now() + $3 * interval '1 millisecond'
   where name in (
     select name from cell.ticks
      where name = any ($1) and due_at <= now() and (lease_until is null or lease_until < now())
        for update skip locked)
  returning name`

const RENEW = `
  update cell.ticks set lease_until = now() + $3 * interval '1 millisecond'
   where name = $1 and holder = $2 and lease_until is not null`

const END = `
  update cell.ticks set lease_until = null, due_at = now() + $3 * interval '1 millisecond', done_at = now()
   where name = $1 and holder = $2`

const PUT_OFF = `
  update cell.ticks set lease_until = null, due_at = now() + $3 * interval '1 millisecond'
   where name = $1 and holder = $2`

let table: readonly Tick[] = []

/** What recurs; `start/ticks.ts` writes the table. */
export const TickTable = {
  use(written: readonly Tick[]): void {
    table = written
  },
  get all(): readonly Tick[] {
    return table
  },
}

/** One timer in every worker process looks at what is due in `cell.ticks`; whoever gets its row does it. */
export class Ticks {
  #holder = randomUUID()
  #pulse = new Pulse(() => this.#look())
  #running = new Set<Promise<void>>()
  #overdue: OverdueTicks

  constructor(
    private cell: Cell,
    private pool: pg.Pool,
    private ticks: readonly Tick[]
  ) {
    this.#overdue = new OverdueTicks(cell.name, pool, ticks)
  }

  async prepare(): Promise<void> {
    await this.pool.query(
      'insert into cell.ticks (name) select unnest($1::text[]) on conflict do nothing',
      [this.ticks.map(({ name }) => name)]
    )
  }

  start(): void {
    this.#pulse.start()
  }

  async stop(): Promise<void> {
    await this.#pulse.stop()
    await Promise.all(this.#running)
  }

  async #look(): Promise<number> {
    try {
      const names = this.ticks.map(({ name }) => name)
      const values = [names, this.#holder, timeScale.of(LEASE_MS)]
      const { rows } = await this.pool.query<{ name: string }>(BEGIN, values)
      for (const tick of this.ticks)
        if (rows.some(({ name }) => name === tick.name)) this.#track(this.#run(tick))
      await this.#overdue.report()
    } catch (error) {
      logger.warn({ cell: this.cell.name, err: error }, 'what recurs cannot be looked up')
    }
    return LOOK_MS
  }

  #track(run: Promise<void>): void {
    this.#running.add(run)
    void run.finally(() => this.#running.delete(run))
  }

  async #run(tick: Tick): Promise<void> {
    const renewal = setInterval(() => void this.#renew(tick), timeScale.of(RENEW_MS))
    try {
      await tick.run(this.cell)
      await this.#write(END, tick, tick.everyMs)
    } catch (error) {
      logger.warn({ cell: this.cell.name, tick: tick.name, err: error }, 'a tick failed')
      await this.#write(PUT_OFF, tick, tick.retryMs ?? RETRY_MS).catch(() => {}) // its lease runs out instead
    } finally {
      clearInterval(renewal)
    }
  }

  /** One that cannot be renewed is renewed the next time, or runs out. */
  async #renew(tick: Tick): Promise<void> {
    await this.#write(RENEW, tick, LEASE_MS).catch(() => {})
  }

  async #write(text: string, { name }: Tick, ms: number): Promise<void> {
    await this.pool.query(text, [name, this.#holder, timeScale.of(ms)])
  }
}
