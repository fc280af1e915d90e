import { timeScale } from '#app/foundation/time_scale'
import { Rest } from './rest.js'

/** Calls a function again and again, one call at a time: after as long as it asks for, or sooner when woken. */
export class Pulse {
  #timer?: NodeJS.Timeout
  #beating?: Promise<void>
  #isBeating = false
  #isStopped = true
  /** When the next beat is wanted. */
  #wantedAt = Infinity
  #rest = new Rest()

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
    const inMs = Math.max(this.#wantedAt, this.#rest.until) - performance.now()
    this.#timer = setTimeout(() => (this.#beating = this.#onTimer()), Math.max(0, inMs))
  }

  async #onTimer(): Promise<void> {
    this.#isBeating = true
    this.#wantedAt = Infinity // from here on a call of wake() means another beat
    const beganAt = performance.now()
    const nextMs = timeScale.of(await this.beat())
    const endedAt = performance.now()
    this.#wantedAt = Math.min(this.#wantedAt, endedAt + nextMs)
    this.#rest.after(beganAt, endedAt)
    this.#isBeating = false
    if (!this.#isStopped) this.#setTimer()
  }
}
