import { commit, stored } from './commit.js'
import type { ControlStatement } from '../connections/control_statement.js'
import { corked } from '../connections/cork.js'
import { StatementBundle } from '../connections/statement_bundle.js'
import { traced } from '../connections/traced_preamble.js'
import type { Answers, Statement } from '../statement.js'
import type { PipelinedClient } from '../connections/tenant_client.js'

/** Statements sent together. @returns the rows of each */
export async function sendBatch<const Asked extends readonly Statement[]>(
  connection: PipelinedClient,
  statements: Asked
): Promise<Answers<Asked>> {
  if (statements.length === 0) return [] as Answers<Asked>
  const bundle = new StatementBundle(statements)
  const results = await corked(connection, () => bundle.sentOver(connection)).catch(traceable)
  return results.map(({ rows }) => rows) as Answers<Asked>
}

/** The same as a transaction of their own. @param onPreamble  takes what the preamble answers */
export async function sendTransaction<const Asked extends readonly Statement[]>(
  connection: PipelinedClient,
  { begin, onPreamble }: { begin: ControlStatement; onPreamble: (answer: unknown) => void },
  statements: Asked
): Promise<Answers<Asked>> {
  const [, rows] = await stored<unknown>(
    statements.map(({ text }) => text),
    corked(connection, () => [
      connection.query(traced(begin)).then(onPreamble),
      sendBatch(connection, statements),
      commit(connection),
    ])
  )
  return rows as Answers<Asked>
}

/** From here its stack leads to who asked, and no longer to the socket. */
function traceable(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}
