/** Between two beats, however often it is woken: what comes in a rush is done together. */
const MIN_REST_MS = 5
/** Of how long the beat took: under load beats are slower, rests longer, and each beat has more to do. */
const REST = 2
/** A slow beat is no reason to leave everybody waiting. */
const MAX_REST_MS = 50
/** How much rest may be left out before it is taken. */
const OWED_MS = 100

/**
 * How long a pulse rests after each beat, so that under load it takes a third of the time and no more. Beats that follow a quiet time leave
 * their rests out: a document that is sealed, told to subscribers and delivered needs one for each step, and nobody else is waiting.
 */
export class Rest {
  /** When the pulse would be free to beat if it had rested after each beat. */
  #owedUntil = -Infinity

  /** Both of one clock, in ms. @returns when the next beat may begin */
  until(beganAt: number, endedAt: number): number {
    const tookMs = endedAt - beganAt
    const restMs = Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, REST * tookMs))
    this.#owedUntil = Math.max(this.#owedUntil, beganAt) + tookMs + restMs
    return Math.max(endedAt + MIN_REST_MS, this.#owedUntil - OWED_MS)
  }
}
