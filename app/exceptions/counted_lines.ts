const REPORTED_EVERY_MS = 60_000

type Counts = Record<string, number>

/** For what strangers can cause as fast as they like: the log gets a line a minute at most, with how often it was. */
export class CountedLines {
  #counts: Counts = {}
  #reportedAt = -Infinity

  constructor(private report: (counts: Counts) => void) {}

  add(code: string): void {
    this.#counts[code] = (this.#counts[code] ?? 0) + 1
    if (performance.now() - this.#reportedAt < REPORTED_EVERY_MS) return
    this.#reportedAt = performance.now()
    this.report(this.#counts)
    this.#counts = {}
  }
}
