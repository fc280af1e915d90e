/** A busy server's answers differ by less. */
const TOLERATED_MS = 2_000
/** Every process has compared its clock with the platform's database by then (`monitoring/clock_watch.ts`), and units under way are over. */
const SETTLED_AFTER_MS = 6_000

/** What PostgreSQL's clock said in a turn at the outbox. */
export interface Reading {
  readonly nowMs: number
  /** By how much it is behind what it once said. */
  readonly backMs: number
  /** Between these it was asked and answered, by a clock that nobody can set. */
  readonly askedAt: number
  readonly answeredAt: number
}

/** By how much PostgreSQL's clock is ahead of the steady one: not known any better than an answer takes. */
type Offset = readonly [least: number, most: number]

/**
 * Whether PostgreSQL's clock was set. Nothing is given out for a moment then: work that is due at a date finds a worker whose clock agrees
 * with the one by which it came, and what was written by the time before is there to be moved.
 */
export class ClockSteps {
  #offset: Offset | null = null
  #isBack = false
  #settledAt = 0

  observe({ nowMs, backMs, askedAt, answeredAt }: Reading): void {
    const offset: Offset = [nowMs - answeredAt, nowMs - askedAt]
    const isBack = ClockSteps.isBack(backMs)
    if (this.#isSet(offset) || (isBack && !this.#isBack))
      this.#settledAt = answeredAt + SETTLED_AFTER_MS
    this.#isBack = isBack
    this.#offset = offset
  }

  isSettled(at: number): boolean {
    return at >= this.#settledAt
  }

  static isBack(backMs: number): boolean {
    return backMs > TOLERATED_MS
  }

  #isSet([least, most]: Offset): boolean {
    if (!this.#offset) return false
    const [before, until] = this.#offset
    return least > until + TOLERATED_MS || most < before - TOLERATED_MS
  }
}
