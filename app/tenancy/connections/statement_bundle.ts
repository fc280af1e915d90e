import { createRequire } from 'node:module'
import pg, { type ClientBase, type QueryResult } from 'pg'
import type { Row, Statement } from '../statement.js'

/** As the driver binds it. */
type Bound = string | Buffer | null

/** The inner part of pg that writes messages; pg is pinned for its sake. */
interface Wire {
  parse(message: { text: string }): void
  bind(message: { values: readonly Bound[] }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
  sync(): void
}

const require = createRequire(import.meta.url)
const { prepareValue }: { prepareValue(value: unknown): Bound } = require('pg/lib/utils.js')

/**
 * Statements of an open transaction with one Sync behind the last: PostgreSQL sends what it answers to all of them at once, and does none after
 * the first that fails. Each is a message of its own, so that none can hold a second.
 */
export class StatementBundle extends pg.Query {
  readonly #statements: readonly { text: string; values: readonly Bound[] }[]

  /** @param statements  at least one; a value that cannot be bound throws here, before anything is sent */
  constructor(statements: readonly Statement[]) {
    super({ text: statements[0].text })
    this.#statements = statements.map(({ text, values = [] }) => ({
      text,
      values: values.map(prepareValue),
    }))
  }

  get texts(): readonly string[] {
    return this.#statements.map(({ text }) => text)
  }

  override submit = (connection: pg.Connection): void => {
    const wire = connection as unknown as Wire
    for (const { text, values } of this.#statements) {
      wire.parse({ text })
      wire.bind({ values })
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
      ask(this, (error, results) => (error ? reject(error) : resolve([results].flat())))
    )
  }
}
