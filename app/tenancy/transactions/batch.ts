import type { ClientBase, QueryResult } from 'pg'
import { commit, stored } from './commit.js'
import type { ControlStatement } from '../connections/control_statement.js'
import { corked } from '../connections/cork.js'
import { assertOfData } from '../connections/data_statement.js'
import { Opening } from '../connections/opening.js'
import { isRead } from '../connections/read_statement.js'
import { StatementBundle } from '../connections/statement_bundle.js'
import { traced } from '../connections/traced_preamble.js'
import type { Answers, Row, Statement } from '../statement.js'
import type { PipelinedClient } from '../connections/tenant_client.js'

/** Statements sent together. @returns the rows of each */
export async function sendBatch<const Asked extends readonly Statement[]>(
  connection: ClientBase,
  statements: Asked
): Promise<Answers<Asked>> {
  if (statements.length === 0) return [] as Answers<Asked>
  const results = await sent(connection, new StatementBundle(statements))
  return results.map(({ rows }) => rows) as Answers<Asked>
}

/** The same as a transaction of their own. @param onPreamble  takes what the preamble answers */
export async function sendTransaction<const Asked extends readonly Statement[]>(
  connection: PipelinedClient,
  { begin, onPreamble }: { begin: ControlStatement; onPreamble: (answer: unknown) => void },
  statements: Asked
): Promise<Answers<Asked>> {
  const answers = corked<Promise<unknown>[]>(connection, () => [
    connection.query(traced(begin)).then(onPreamble),
    sendBatch(connection, statements),
    commit(connection),
  ])
  const [, rows] = await stored(answers, !statements.every(({ text }) => isRead(text)))
  return rows as Answers<Asked>
}

/** Statements that are to leave with COMMIT. @throws where one cannot be sent: COMMIT would leave without it */
export function lastBundle(statements: readonly Statement[]): StatementBundle | null {
  if (statements.length === 0) return null
  statements.forEach(({ text }) => assertOfData(text))
  return new StatementBundle(statements)
}

/**
 * Ends an open transaction, with its last statements in the packet of COMMIT: rows that many want are locked for no round trip.
 *
 * @returns how many rows each of them wrote
 */
export async function sendLast(
  connection: ClientBase,
  bundle: StatementBundle | null
): Promise<number[]> {
  if (!bundle) {
    await commit(connection)
    return []
  }
  const answers = corked<Promise<unknown>[]>(connection, () => [
    sent(connection, bundle),
    commit(connection),
  ])
  const [results] = await stored(answers, true)
  return (results as QueryResult<Row>[]).map(({ rowCount }) => rowCount ?? 0)
}

function sent(connection: ClientBase, bundle: StatementBundle): Promise<QueryResult<Row>[]> {
  const ask = () => corked(connection, () => bundle.sentOver(connection))
  return Opening.behind(connection, ask).catch(traceable)
}

/** From here its stack leads to who asked, and no longer to the socket. */
function traceable(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}
