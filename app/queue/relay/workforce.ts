import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { timeScale } from '#app/foundation/time_scale'
import { shapesOf, type QueueName, type QueueShape } from '../queues.js'

/** Between two signs of life. */
const SIGN_MS = 5_000
/** Who has given none for so long is taken for dead, or frozen. */
const MISSED_AFTER_MS = 20_000

const SIGN = `
  with dead as (delete from cell.workers where id <> $1 and seen_at < now() - $3 * interval '1 millisecond')
  insert into cell.workers (id, slots) values ($1, $2) on conflict (id) do update set seen_at = now()`

const LIVE = `
  select queue, sum(own.slots::int)::int as slots
    from cell.workers cross join jsonb_each_text(workers.slots) as own (queue, slots)
   where seen_at >= now() - $1 * interval '1 millisecond' group by queue`

/** All worker processes of a cell, as one of them sees them: each gives signs of life, and leaves when it is told to stop. */
export class Workforce {
  #id = randomUUID()
  #signsAt = 0
  #shapes: readonly QueueShape[]

  constructor(
    private pool: pg.Pool,
    private own: readonly QueueShape[]
  ) {
    this.#shapes = own
  }

  /** @returns what all of them take on together; a few seconds old at most */
  async shapes(): Promise<readonly QueueShape[]> {
    if (performance.now() >= this.#signsAt) await this.#sign()
    return this.#shapes
  }

  async leave(): Promise<void> {
    this.#signsAt = Infinity
    await this.pool.query('delete from cell.workers where id = $1', [this.#id])
  }

  async #sign(): Promise<void> {
    const slots = Object.fromEntries(this.own.map(({ name, slots: jobs }) => [name, jobs]))
    const missedAfterMs = timeScale.of(MISSED_AFTER_MS)
    await this.pool.query(SIGN, [this.#id, slots, missedAfterMs])
    const { rows } = await this.pool.query<{ queue: QueueName; slots: number }>(LIVE, [
      missedAfterMs,
    ])
    const all = new Map(rows.map(({ queue, slots: jobs }) => [queue, jobs]))
    this.#shapes = shapesOf((name) => all.get(name) ?? 1)
    this.#signsAt = performance.now() + timeScale.of(SIGN_MS)
  }
}
