import type { Client, QueryConfig } from 'pg'
import { endWhenMute } from './answer_deadline.js'
import { ControlStatement } from './control_statement.js'
import { endWhenReadOnly } from './read_only_server.js'
import { StatementBundle } from './statement_bundle.js'
import StatementRefused from '../errors/statement_refused.js'

const DATA_STATEMENT = /^\s*(?:select|insert|update|delete|with|values)\b/i

type Query =
  string | ControlStatement | StatementBundle | (QueryConfig & { queryMode?: 'extended' })
type Done = (error: Error | null, connection: Client) => void

/**
 * Narrows a connection of the tenants' pool to what a unit needs: our own control statements, and statements of data, one a
 * message (the extended protocol carries no more).
 */
export function guardConnection(connection: Client, done: Done): void {
  const query = connection.query.bind(connection) as (query: Query, ...rest: unknown[]) => unknown
  const guarded = (asked: Query, ...rest: unknown[]) => query(admit(asked), ...rest)
  Object.defineProperty(connection, 'query', {
    value: guarded,
    configurable: false,
    writable: false,
  })
  done(null, connection)
}

/** A connection of the tenants' pool: narrowed, and ended when it does not answer or takes no writes. */
export function watchedAndGuarded(connection: Client, done: Done): void {
  endWhenMute(connection)
  endWhenReadOnly(connection)
  guardConnection(connection, done)
}

/** The platform's: nothing but whether it still answers, and takes writes. */
export function watchConnection(connection: Client, done: Done): void {
  endWhenMute(connection)
  endWhenReadOnly(connection)
  done(null, connection)
}

function admit(asked: Query): Query {
  if (asked instanceof ControlStatement) return asked.text
  if (asked instanceof StatementBundle) {
    asked.texts.forEach(assertOfData)
    return asked
  }
  assertOfData(typeof asked === 'string' ? asked : asked.text)
  return typeof asked === 'string'
    ? { text: asked, queryMode: 'extended' }
    : Object.assign(asked, { queryMode: 'extended' as const })
}

/** @throws E_STATEMENT_REFUSED */
function assertOfData(text: string): void {
  if (!DATA_STATEMENT.test(text)) throw new StatementRefused()
}
