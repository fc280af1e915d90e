import pg from 'pg'
import { BoundTexts } from './bound_texts.js'

/** What goes over the connections to PostgreSQL while it listens: statements as they leave, and `answered` when a server is ready again. */
export class StatementLog {
  readonly entries: string[] = []
  #originals = {
    query: pg.Connection.prototype.query,
    parse: pg.Connection.prototype.parse,
    bind: pg.Connection.prototype.bind,
    emit: pg.Connection.prototype.emit,
  }

  static open(): StatementLog {
    const log = new StatementLog()
    log.#listen()
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

  #listen(): void {
    const { query, parse, bind } = this.#originals
    const { entries } = this
    const texts = new BoundTexts()
    pg.Connection.prototype.query = function (this: pg.Connection, text: string) {
      entries.push(text)
      return query.call(this, text)
    }
    pg.Connection.prototype.parse = function (this: pg.Connection, ...asked) {
      texts.parsed(this, asked[0])
      return parse.apply(this, asked)
    }
    pg.Connection.prototype.bind = function (this: pg.Connection, ...asked) {
      entries.push(texts.textOf(this, asked[0] ?? {}))
      return bind.apply(this, asked)
    }
  }
}
