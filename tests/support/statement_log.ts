import pg from 'pg'

type Asked = 'query' | 'parse'

/** What goes over the connections to PostgreSQL while it listens: statements as they leave, and `answered` when a server is ready again. */
export class StatementLog {
  readonly entries: string[] = []
  #originals = {
    query: pg.Connection.prototype.query,
    parse: pg.Connection.prototype.parse,
    emit: pg.Connection.prototype.emit,
  }

  static open(): StatementLog {
    const log = new StatementLog()
    log.#listen('query', (asked) => String(asked))
    log.#listen('parse', (asked) => (asked as { text: string }).text)
    const { emit } = log.#originals
    pg.Connection.prototype.emit = function (this: pg.Connection, event: string, ...rest) {
      if (event === 'readyForQuery') log.entries.push('answered')
      return emit.call(this, event, ...rest)
    }
    return log
  }

  close(): void {
    Object.assign(pg.Connection.prototype, this.#originals)
  }

  /** The first statements that left without waiting for an answer, up to the end of their transaction. */
  get firstBatch(): string[] {
    return this.entries.slice(0, this.entries.indexOf('COMMIT') + 1)
  }

  #listen(asked: Asked, textOf: (given: unknown) => string): void {
    const original = this.#originals[asked]
    const { entries } = this
    pg.Connection.prototype[asked] = function (this: pg.Connection, ...given: unknown[]) {
      entries.push(textOf(given[0]))
      return Reflect.apply(original, this, given)
    }
  }
}
