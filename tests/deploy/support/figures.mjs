/** What the load has seen, by the phase in which it saw it. */
export class Figures {
  #phases = new Map()
  failures = []

  begin(name) {
    this.phase = { name, begunAt: performance.now(), by: {}, signed: 0, longestMs: 0 }
    this.#phases.set(name, this.phase)
  }

  /** By a web process, so many milliseconds after it was asked. */
  answered(web, taken) {
    const { phase } = this
    phase.by[web] = (phase.by[web] ?? 0) + 1
    phase.longestMs = Math.max(phase.longestMs, taken)
  }

  /** A document, by everybody. */
  signed() {
    this.phase.signed += 1
  }

  fail(what) {
    this.failures.push(`${this.phase.name}: ${what}`)
  }

  end() {
    this.phase.seconds = (performance.now() - this.phase.begunAt) / 1000
  }

  table() {
    const rows = [...this.#phases.values()].map(({ name, by, signed, longestMs, seconds }) => [
      name,
      `${seconds.toFixed(1)} s`,
      Object.entries(by)
        .map(([web, count]) => `${web} ${count}`)
        .join(', '),
      String(signed),
      `${longestMs.toFixed(0)} ms`,
    ])
    const all = [['phase', 'took', 'requests', 'signed', 'longest'], ...rows]
    const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)))
    return all
      .map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join('  '))
      .join('\n')
  }
}
