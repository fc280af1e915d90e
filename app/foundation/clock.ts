/** Less than this is what clocks of well-kept machines differ by, and is left alone: time would jitter. */
const TOLERATED_MS = 2_000

/** What the machine's clock said when it was compared, and one that nobody can set. */
interface Comparison {
  wallMs: number
  steadyMs: number
}

/** The only source of the present; `travel` and `restore` are for tests. */
class Clock {
  #offsetMs = 0
  #correctionMs = 0
  #compared: Comparison | null = null

  now(): Date {
    return new Date(this.#wallMs() + this.#correctionMs + this.#offsetMs)
  }

  /**
   * Follows another clock from here on, where this machine's is set wrong.
   *
   * @param aheadMs  by how much the other is ahead of this machine's
   */
  follow(aheadMs: number): void {
    this.#correctionMs = Math.abs(aheadMs) < TOLERATED_MS ? 0 : aheadMs
    this.#compared = { wallMs: Date.now(), steadyMs: performance.now() }
  }

  /** The present as it goes on from here, whatever is corrected meanwhile. */
  unbroken(): () => Date {
    const fromMs = this.#wallMs() + this.#correctionMs
    const steadyMs = performance.now()
    return () => new Date(fromMs + performance.now() - steadyMs + this.#offsetMs)
  }

  /** Moves on from where the clock stands; a negative number moves it back. */
  travel(ms: number) {
    this.#offsetMs += ms
  }

  restore() {
    this.#offsetMs = 0
  }

  /** Somebody who sets the machine's clock is not followed until it is compared again. */
  #wallMs(): number {
    const wallMs = Date.now()
    if (!this.#compared) return wallMs
    const expectedMs = this.#compared.wallMs + performance.now() - this.#compared.steadyMs
    return Math.abs(wallMs - expectedMs) < TOLERATED_MS ? wallMs : expectedMs
  }
}

export const clock = new Clock()
