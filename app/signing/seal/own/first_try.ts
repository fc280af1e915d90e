import { LRUCache } from 'lru-cache'
import ProviderAway from '#app/sealing/errors/provider_away'

/** Somebody may change a PIN at any time; for so long after it was taken several ask at once. */
const LET_IN_MS = 10_000
const MAX_KEPT = 1_000

/**
 * Of several who ask for a signature at once the first asks alone, until it is known whether it is let in. What turns it away turns away
 * those who waited for it.
 */
export class FirstTry {
  #letInAt = -Infinity
  #trial: Promise<unknown> | null = null

  /** One for each name, in this process. */
  static each(): { of(name: string): FirstTry } {
    const known = new LRUCache<string, FirstTry>({ max: MAX_KEPT })
    return {
      of(name) {
        const found = known.get(name) ?? new FirstTry()
        known.set(name, found)
        return found
      },
    }
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    while (performance.now() - this.#letInAt > LET_IN_MS) {
      if (!this.#trial) return this.#alone(work)
      const error = await this.#trial.then(
        () => null,
        (reason: unknown) => reason
      )
      if (error instanceof ProviderAway) throw error
    }
    try {
      return await work()
    } catch (error) {
      this.#letInAt = -Infinity
      throw error
    }
  }

  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const trial = work()
    this.#trial = trial
    try {
      const result = await trial
      this.#letInAt = performance.now()
      return result
    } finally {
      this.#trial = null
    }
  }
}
