import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { allOrFirstFailure, type PipelinedClient } from '../connections/tenant_client.js'
import UnitMisused from '../errors/unit_misused.js'

type Effect = () => void
type Preparation = () => Promise<void>

/** One open transaction of a scope, and what is to happen once it is committed. */
export class Unit {
  #failure: unknown
  #hasFailed = false
  #preparations = new Map<string, Preparation>()
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
   * Runs once, last in the transaction, however often the same name is given: what many calls buffered is written in one go.
   *
   * @param isEarly  before those that are not: rows that many units want are locked in one order
   */
  beforeCommit(name: string, preparation: Preparation, { isEarly = false } = {}): void {
    if (this.#preparations.has(name)) return
    const added: [string, Preparation] = [name, preparation]
    this.#preparations = new Map(
      isEarly ? [added, ...this.#preparations] : [...this.#preparations, added]
    )
  }

  /** All that is known leaves at once; what a preparation leads to (news of a limit, say) goes after it. */
  async prepare(): Promise<void> {
    while (this.#preparations.size > 0) {
      const preparations = [...this.#preparations.values()]
      this.#preparations.clear()
      await allOrFirstFailure(preparations.map((prepare) => prepare()))
    }
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

  commitEffects(): void {
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
