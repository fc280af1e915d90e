import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import logger from '@adonisjs/core/services/logger'
import { timeScale } from '#app/foundation/time_scale'
import type { Cell } from '#app/tenancy/cell'

/** Something that recurs in a cell, whichever worker process does it. It never visits the schemas of tenants. */
export interface Tick {
  name: string
  everyMs: number
  run: (cell: Cell) => Promise<unknown>
}

/** After this another process may begin, should the one that began have died. */
const LEASE_MS = 60_000
/** Timers of several processes are not in step: one that fires a little early takes the turn all the same. */
const EARLY = 0.1

const BEGIN = `
  update cell.ticks
     set holder = $2, lease_until = now() + $3 * interval '1 millisecond', due_at = now() + $4 * interval '1 millisecond'
   where name = $1 and due_at <= now() + $5 * interval '1 millisecond' and (lease_until is null or lease_until < now())`

const END = 'update cell.ticks set lease_until = null where name = $1 and holder = $2'

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

/** A timer for each tick in every worker process; whoever gets its row of `cell.ticks` does it, the others look again later. */
export class Ticks {
  #holder = randomUUID()
  #timers: NodeJS.Timeout[] = []
  #running = new Set<Promise<void>>()

  constructor(
    private cell: Cell,
    private pool: pg.Pool,
    private ticks: readonly Tick[]
  ) {}

  async start(): Promise<void> {
    const names = this.ticks.map(({ name }) => name)
    await this.pool.query(
      'insert into cell.ticks (name) select unnest($1::text[]) on conflict do nothing',
      [names]
    )
    this.#timers = this.ticks.map((tick) =>
      setInterval(() => this.#track(this.#fire(tick)), timeScale.of(tick.everyMs))
    )
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#running)
  }

  #track(fired: Promise<void>): void {
    this.#running.add(fired)
    void fired.finally(() => this.#running.delete(fired))
  }

  async #fire(tick: Tick): Promise<void> {
    try {
      if (!(await this.#begin(tick))) return
      await tick.run(this.cell)
      await this.pool.query(END, [tick.name, this.#holder])
    } catch (error) {
      logger.warn({ cell: this.cell.name, tick: tick.name, err: error }, 'a tick failed')
    }
  }

  async #begin({ name, everyMs }: Tick): Promise<boolean> {
    const every = timeScale.of(everyMs)
    const values = [name, this.#holder, timeScale.of(LEASE_MS), every, every * EARLY]
    return (await this.pool.query(BEGIN, values)).rowCount === 1
  }
}
