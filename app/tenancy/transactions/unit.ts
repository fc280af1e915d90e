import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { allOrFirstFailure, type PipelinedClient } from '../connections/tenant_client.js'
import type { Statement } from '../statement.js'
import UnitMisused from '../errors/unit_misused.js'

type Effect = () => void
type Preparation = () => Promise<void>
type Ending = () => readonly Statement[]
type Written = (rows: number) => void

/** One open transaction of a scope, and what is to happen once it is committed. */
export class Unit {
  #failure: unknown
  #hasFailed = false
  #preparations = new Map<string, Preparation>()
  #endings = new Map<string, { ending: Ending; written?: Written }>()
  /** How many statements each ending gave, and who wants to know what became of them. */
  #asked: { count: number; written?: Written }[] = []
  #effects = new Map<string, Effect>()
  #buffers = new Map<symbol, unknown[]>()
  isOver = false
  /** What is written together agrees about the time, even if the clock is corrected meanwhile. */
  readonly now = clock.unbroken()

  constructor(readonly transaction: TransactionClientContract) {}

  /** A unit inside a unit is the same unit. If it fails, the whole fails, even when the caller caught the error. */
  async join<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.#hasFailed = true
      this.#failure = error
      throw error
    }
  }

  /**
   * Runs once, after the work of the unit, however often the same name is given, and may refuse it. What was named last goes first: rows that
   * many units want are locked in one order.
   */
  beforeCommit(name: string, preparation: Preparation): void {
    if (this.#preparations.has(name)) return
    this.#preparations = new Map([[name, preparation], ...this.#preparations])
  }

  /**
   * Asked once, however often the same name is given, for statements that leave with COMMIT: what many calls buffered is written in one
   * go.
   *
   * @param written  told once that is committed, and how many rows they wrote; nothing else is read from their answers
   */
  withCommit(name: string, ending: Ending, written?: Written): void {
    if (!this.#endings.has(name)) this.#endings.set(name, { ending, written })
  }

  /**
   * All preparations leave at once; what one leads to (news of a limit, say) goes after it.
   *
   * @returns the statements that leave with COMMIT
   */
  async prepare(): Promise<Statement[]> {
    while (this.#preparations.size > 0) {
      const preparations = [...this.#preparations.values()]
      this.#preparations.clear()
      await allOrFirstFailure(preparations.map((prepare) => prepare()))
    }
    return [...this.#endings.values()].flatMap(({ ending, written }) => {
      const statements = ending()
      this.#asked.push({ count: statements.length, written })
      return statements
    })
  }

  /** Runs once after the commit, however often the same name is given; a rollback forgets it. */
  afterCommit(name: string, effect: Effect): void {
    this.#effects.set(name, effect)
  }

  /** A list that lives as long as the unit, created on first use. */
  buffer<T>(name: symbol): T[] {
    const list = this.#buffers.get(name) ?? []
    this.#buffers.set(name, list)
    return list as T[]
  }

  assertWhole(): void {
    if (this.#hasFailed)
      throw new UnitMisused('A joined unit failed and its error was swallowed', {
        cause: this.#failure,
      })
  }

  /** @param rows  written by each of the statements that left with COMMIT */
  commitEffects(rows: readonly number[]): void {
    let place = 0
    for (const { count, written } of this.#asked) {
      const ofIts = rows.slice(place, (place += count))
      written?.(ofIts.reduce((sum, some) => sum + some, 0))
    }
    for (const effect of this.#effects.values()) effect()
  }

  /** The connection that holds the transaction. */
  connection(): Promise<PipelinedClient> {
    const knex = this.transaction.knexClient as unknown as {
      client: { acquireConnection(): Promise<PipelinedClient> }
    }
    return knex.client.acquireConnection()
  }
}
