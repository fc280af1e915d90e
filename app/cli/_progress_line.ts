import type { BaseCommand } from '@adonisjs/core/ace'
import { MINUTE_MS } from '#app/foundation/duration'

/** A log gets no more lines than that: who reads it later wants to know whether it went on, and how fast. */
const LOGGED_EVERY_MS = MINUTE_MS
/** A step in which nothing is told goes on, too. */
const LOOKS_EVERY_MS = 1_000

/** How far a command is: a line that changes, at a terminal; in a log or a pipe, a line a minute. */
export class ProgressLine {
  #loggedAt = performance.now()
  #step = { text: '', since: this.#loggedAt }
  #timer: NodeJS.Timeout | undefined

  constructor(
    private logger: BaseCommand['logger'],
    private isTerminal: boolean = process.stdout.isTTY
  ) {}

  show(text: string): void {
    if (this.isTerminal) return this.logger.logUpdate(text)
    this.#step = { text, since: performance.now() }
    this.#timer ??= setInterval(() => this.#log(), LOOKS_EVERY_MS).unref()
    this.#log()
  }

  /** What is said from now on comes below it. */
  end(): void {
    clearInterval(this.#timer)
    if (this.isTerminal) this.logger.logUpdatePersist()
  }

  #log(): void {
    const now = performance.now()
    if (now - this.#loggedAt < LOGGED_EVERY_MS) return
    this.#loggedAt = now
    const { text, since } = this.#step
    const minutes = Math.floor((now - since) / MINUTE_MS)
    this.logger.info(minutes > 0 ? `${text} (${minutes} min so far)` : text)
  }
}
