import type { ClientBase } from 'pg'
import { commit, stored } from './commit.js'
import type { ControlStatement } from '../connections/control_statement.js'
import { corked } from '../connections/cork.js'
import { Opening } from '../connections/opening.js'
import { isRead } from '../connections/read_statement.js'
import { StatementBundle } from '../connections/statement_bundle.js'
import { traced } from '../connections/traced_preamble.js'
import type { Answers, Statement } from '../statement.js'
import type { PipelinedClient } from '../connections/tenant_client.js'

/** Statements sent together. @returns the rows of each */
export async function sendBatch<const Asked extends readonly Statement[]>(
  connection: ClientBase,
  statements: Asked
): Promise<Answers<Asked>> {
  if (statements.length === 0) return [] as Answers<Asked>
  const bundle = new StatementBundle(statements)
  const ask = () => corked(connection, () => bundle.sentOver(connection))
  const results = await Opening.behind(connection, ask).catch(traceable)
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

/** The last statements of an open transaction, with its COMMIT in the same packet: rows that many want are locked for no round trip. */
export async function sendLast(
  connection: ClientBase,
  statements: readonly Statement[]
): Promise<void> {
  if (statements.length === 0) return commit(connection)
  const answers = corked<Promise<unknown>[]>(connection, () => [
    sendBatch(connection, statements),
    commit(connection),
  ])
  await stored(answers, true)
}

/** From here its stack leads to who asked, and no longer to the socket. */
function traceable(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}
