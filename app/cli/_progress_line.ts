import type { BaseCommand } from '@adonisjs/core/ace'

/** A log gets no more lines than that: who reads it later wants to know whether it went on, and how fast. */
const LOGGED_EVERY_MS = 60_000

/** How far a command is: a line that changes, at a terminal; in a log or a pipe, a line a minute. */
export class ProgressLine {
  #loggedAt = performance.now()

  constructor(
    private logger: BaseCommand['logger'],
    private isTerminal: boolean = process.stdout.isTTY
  ) {}

  show(text: string): void {
    if (this.isTerminal) return this.logger.logUpdate(text)
    const now = performance.now()
    if (now - this.#loggedAt < LOGGED_EVERY_MS) return
    this.#loggedAt = now
    this.logger.info(text)
  }

  /** What is said from now on comes below it. */
  end(): void {
    if (this.isTerminal) this.logger.logUpdatePersist()
  }
}
