/** Between two beats, however often there is a call for one: what comes in a rush is done together. */
const MIN_MS = 5
/** Of how long the beat took: under load beats are slower, rests longer, and each beat has more to do. */
const SHARE = 2
/** A slow beat is no reason to leave everybody waiting. */
const MAX_MS = 50

/** The rest behind each beat of a pulse. What was idle before it has rested already: work that leads to work is not kept waiting at each step. */
export class Rest {
  #until = 0
  #restedMs = 0

  /** When the next beat may begin. */
  get until(): number {
    return this.#until
  }

  /** Times of a beat, in ms by one steady clock. */
  after(beganAt: number, endedAt: number): void {
    const idleMs = Math.max(0, beganAt - this.#until)
    const restMs = Math.min(MAX_MS, Math.max(MIN_MS, SHARE * (endedAt - beganAt)))
    const restedMs = Math.min(MAX_MS, this.#restedMs + idleMs)
    this.#until = endedAt + Math.max(0, restMs - restedMs)
    this.#restedMs = Math.max(0, restedMs - restMs)
  }
}
