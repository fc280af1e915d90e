import { constants } from 'node:os'

type Signal = 'SIGTERM' | 'SIGINT'

/** @returns the exit code; nothing leaves the process to end by itself */
type End = () => Promise<number | void>

interface Plan {
  end: End
  withinMs: number
}

/** As shells count: 128 and the signal's number. */
const INTERRUPTED = 128
const FAILED = 1

/**
 * What a signal does to this process. Until something is prepared it ends the process at once, since nothing is under way; then it
 * runs what was prepared. A second signal, or the deadline, ends the process wherever it is.
 */
export class Termination {
  #plan: Plan | null = null
  #hasBegun = false

  /** @param exit  ends the process */
  constructor(private exit: (code: number) => void = (code) => process.exit(code)) {}

  /** From now on a signal runs `end`. */
  prepare(end: End, withinMs: number): void {
    this.#plan = { end, withinMs }
  }

  /** @param idleCode  the exit code while nothing has been prepared */
  async signal(name: Signal, idleCode = INTERRUPTED + constants.signals[name]): Promise<void> {
    if (this.#hasBegun) return this.exit(INTERRUPTED + constants.signals[name])
    this.#hasBegun = true
    if (!this.#plan) return this.exit(idleCode)
    const { end, withinMs } = this.#plan
    setTimeout(() => this.#giveUp(withinMs), withinMs).unref()
    try {
      const code = await end()
      if (code !== undefined) this.exit(code)
    } catch (error) {
      console.error(error)
      this.exit(FAILED)
    }
  }

  #giveUp(withinMs: number): void {
    console.error(`The process had not stopped ${withinMs / 1000} s after it was told to`)
    this.exit(FAILED)
  }
}

export const termination = new Termination()
