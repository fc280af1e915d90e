import { createRequire } from 'node:module'
import pg, { type ClientBase, type QueryResult } from 'pg'
import type { Row, Statement } from '../statement.js'

/** As the driver binds it. */
type Bound = string | Buffer | null

/** The inner part of pg that writes messages; pg is pinned for its sake. */
interface Wire {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(message: { text: string; name?: string }): void
  bind(message: { values: readonly Bound[]; statement?: string }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

const require = createRequire(import.meta.url)
const { prepareValue }: { prepareValue(value: unknown): Bound } = require('pg/lib/utils.js')

/** Values as the driver binds them. @throws on one that cannot be bound */
export function boundValues(values: readonly unknown[]): Bound[] {
  return values.map(prepareValue)
}

/**
 * Statements of an open transaction with one Sync behind the last: PostgreSQL sends what it answers to all of them at once, and does none after
 * the first that fails. Each is a message of its own, so that none can hold a second.
 */
export class StatementBundle extends pg.Query {
  readonly #statements: readonly { text: string; values: readonly Bound[] }[]
  /** Of each statement, in the session it goes to. */
  names: readonly (string | undefined)[] = []
  /** Names that it gives, and the connection over which it does. */
  #given = new Map<string, string>()
  #wire?: Wire

  /** @param statements  at least one; a value that cannot be bound throws here, before anything is sent */
  constructor(statements: readonly Statement[]) {
    super({ text: statements[0].text })
    this.#statements = statements.map(({ text, values = [] }) => ({
      text,
      values: boundValues(values),
    }))
  }

  get texts(): readonly string[] {
    return this.#statements.map(({ text }) => text)
  }

  override submit = (connection: pg.Connection): void => {
    const wire = connection as unknown as Wire
    this.#wire = wire
    for (const [place, { text, values }] of this.#statements.entries()) {
      const statement = this.names[place]
      this.#parse(wire, text, statement)
      wire.bind({ values, statement })
      wire.describe({ type: 'P' })
      wire.execute({})
    }
    wire.sync()
  }

  /** @returns the result of each statement */
  sentOver(client: ClientBase): Promise<QueryResult<Row>[]> {
    type Done = (error: Error | null, results: QueryResult<Row> | QueryResult<Row>[]) => void
    const ask = client.query.bind(client) as unknown as (asked: this, done: Done) => void
    return new Promise((resolve, reject) =>
      ask(this, (error, results) => {
        this.#settle(error === null)
        if (error) reject(error)
        else resolve([results].flat())
      })
    )
  }

  #parse(wire: Wire, text: string, name?: string): void {
    if (name === undefined) return wire.parse({ text })
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = wire
    if (parsed[name] !== undefined || submitted[name] !== undefined) return
    wire.parse({ text, name })
    submitted[name] = text
    this.#given.set(name, text)
  }

  /** How far a bundle came that failed is not known: none of its names holds, and each can be given again. */
  #settle(isDone: boolean): void {
    for (const [name, text] of this.#given) {
      delete this.#wire?.submittedNamedStatements[name]
      if (isDone) Object.assign(this.#wire?.parsedStatements ?? {}, { [name]: text })
      else this.#wire?.close({ type: 'S', name })
    }
  }
}
