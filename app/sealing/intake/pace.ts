/** How much the latest counts. */
const WEIGHT = 0.2

/** How long one piece of work has taken lately; nothing before the first. */
export class Pace {
  #averageMs = 0

  took(ms: number): void {
    this.#averageMs = this.#averageMs === 0 ? ms : WEIGHT * ms + (1 - WEIGHT) * this.#averageMs
  }

  /** @returns how long it takes until somebody's turn comes who is the last of `waiting`, where so many are served at once */
  waitMs(waiting: number, atOnce: number): number {
    return (waiting * this.#averageMs) / atOnce
  }
}
