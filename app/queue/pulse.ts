import { timeScale } from '#app/foundation/time_scale'

/** Between two beats, however often it is woken: what comes in a rush is done together. */
const MIN_REST_MS = 5
/** Of how long the beat took: under load beats are slower, rests longer, and each beat has more to do. */
const REST = 2
/** A slow beat is no reason to leave everybody waiting. */
const MAX_REST_MS = 50

/** Calls a function again and again, one call at a time: after as long as it asks for, or sooner when woken. */
export class Pulse {
  #timer?: NodeJS.Timeout
  #beating?: Promise<void>
  #isBeating = false
  #isStopped = true
  /** When the next beat is wanted, and before when it must not be. */
  #wantedAt = Infinity
  #restsUntil = 0

  /** @param beat  returns how many milliseconds it wants to wait for the next */
  constructor(private beat: () => Promise<number>) {}

  start(): void {
    this.#isStopped = false
    this.wake()
  }

  wake(): void {
    this.wakeIn(0)
  }

  /** At the latest then. */
  wakeIn(ms: number): void {
    const at = performance.now() + ms
    if (this.#isStopped || at >= this.#wantedAt) return
    this.#wantedAt = at
    if (!this.#isBeating) this.#setTimer()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#beating
  }

  #setTimer(): void {
    clearTimeout(this.#timer)
    const inMs = Math.max(this.#wantedAt, this.#restsUntil) - performance.now()
    this.#timer = setTimeout(() => (this.#beating = this.#onTimer()), Math.max(0, inMs))
  }

  async #onTimer(): Promise<void> {
    this.#isBeating = true
    this.#wantedAt = Infinity // from here on a call of wake() means another beat
    const beganAt = performance.now()
    const nextMs = timeScale.of(await this.beat())
    const endedAt = performance.now()
    this.#wantedAt = Math.min(this.#wantedAt, endedAt + nextMs)
    const restMs = Math.max(MIN_REST_MS, REST * (endedAt - beganAt))
    this.#restsUntil = endedAt + Math.min(MAX_REST_MS, restMs)
    this.#isBeating = false
    if (!this.#isStopped) this.#setTimer()
  }
}
