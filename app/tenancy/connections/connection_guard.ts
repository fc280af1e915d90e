import type { Client, QueryConfig } from 'pg'
import { endWhenMute } from './answer_deadline.js'
import { ControlStatement } from './control_statement.js'
import { assertOfData } from './data_statement.js'
import { endWhenReadOnly } from './read_only_server.js'
import { PreparedStatements } from './prepared_statements.js'
import { boundValues, StatementBundle } from './statement_bundle.js'

type Admitted = string | StatementBundle | (QueryConfig & { queryMode?: 'extended' })
type Query = Admitted | ControlStatement
type Done = (error: Error | null, connection: Client) => void

/**
 * Narrows a connection of the tenants' pool to what a unit needs: our own control statements, and statements of data, one a
 * message (the extended protocol carries no more).
 *
 * @param prepared  gives names to those that it carries
 */
export function guardConnection(
  connection: Client,
  done: Done,
  prepared?: PreparedStatements
): void {
  const query = connection.query.bind(connection) as (query: Query, ...rest: unknown[]) => unknown
  const guarded = (asked: Query, ...rest: unknown[]) => {
    const admitted = admit(asked)
    if (asked instanceof ControlStatement) prepared?.enter(asked.role)
    else if (prepared) name(admitted, prepared)
    return query(admitted, ...rest)
  }
  Object.defineProperty(connection, 'query', {
    value: guarded,
    configurable: false,
    writable: false,
  })
  done(null, connection)
}

/** A connection of the tenants' pool: narrowed, ended when it does not answer or takes no writes, and with names for its statements where they can be. */
export function watchedAndGuarded(connection: Client, done: Done): void {
  endWhenMute(connection)
  endWhenReadOnly(connection)
  const prepared = new PreparedStatements(connection)
  guardConnection(connection, () => {}, prepared)
  prepared.begin().then(
    () => done(null, connection),
    (error: Error) => done(error, connection)
  )
}

/** The platform's: nothing but whether it still answers, and takes writes. */
export function watchConnection(connection: Client, done: Done): void {
  endWhenMute(connection)
  endWhenReadOnly(connection)
  done(null, connection)
}

function admit(asked: Query): Admitted {
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

/** @throws on a value that cannot be bound: the driver would find that after it has given the name */
function name(asked: Admitted, prepared: PreparedStatements): void {
  if (asked instanceof StatementBundle) asked.names = prepared.namesOf(asked.texts)
  else if (typeof asked === 'object') {
    if (asked.values) asked.values = boundValues(asked.values)
    asked.name = prepared.nameOf(asked.text)
  }
}
