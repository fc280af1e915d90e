import { clock } from '../clock.js'

interface Count {
  used: number
  endsAt: number
}

/** Counts in this process, in windows of fixed length. */
export class LocalCount {
  #counts = new Map<string, Count>()

  constructor(
    private windowMs: number,
    private maxNames = 20_000
  ) {}

  /** Counts one more. @returns how many that makes; infinitely many when there is no room to remember another name */
  add(name: string): number {
    const now = clock.now().getTime()
    const known = this.#counts.get(name)
    if (known && known.endsAt > now) return ++known.used
    this.#counts.delete(name)
    if (this.#counts.size >= this.maxNames) this.#sweep(now)
    if (this.#counts.size >= this.maxNames) return Number.POSITIVE_INFINITY
    this.#counts.set(name, { used: 1, endsAt: now + this.windowMs })
    return 1
  }

  /** One less: it is not to count after all. */
  takeBack(name: string): void {
    const known = this.#counts.get(name)
    if (known && known.used > 0) known.used -= 1
  }

  forget(name: string): void {
    this.#counts.delete(name)
  }

  /** The oldest come first and end first. */
  #sweep(now: number): void {
    for (const [name, { endsAt }] of this.#counts) {
      if (endsAt > now) return
      this.#counts.delete(name)
    }
  }
}
