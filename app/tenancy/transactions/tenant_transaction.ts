import { createRequire } from 'node:module'
import { ControlStatement, ROLLBACK } from '../connections/control_statement.js'
import { Opening } from '../connections/opening.js'
import { traced } from '../connections/traced_preamble.js'
import type { OnPreamble, KnexClient, PipelinedClient } from '../connections/tenant_client.js'

/** The inner part of knex that opens and ends transactions; knex is pinned for its sake. */
interface KnexTransaction {
  trxClient?: TransactingClient
  begin(connection: PipelinedClient): Promise<unknown>
  isCompleted(): boolean
}
interface TransactingClient extends KnexClient {
  query(connection: PipelinedClient, asked: string | object): Promise<unknown>
}
interface Beginning {
  preamble: ControlStatement
  onPreamble: OnPreamble | null
}
type Arguments = [container: unknown, config: unknown, outer: unknown]

const require = createRequire(import.meta.url)
const PgTransaction: new (
  client: KnexClient,
  ...rest: Arguments
) => KnexTransaction = require('knex/lib/dialects/postgres/execution/pg-transaction.js')

/** A transaction that begins with the preamble of its tenant. */
export function tenantTransaction(
  client: KnexClient,
  beginning: Beginning,
  ...rest: Arguments
): KnexTransaction {
  const transaction = controlled(client, ...rest)
  transaction.begin = (connection) => begin(connection, beginning)
  return transaction
}

/** knex sends its own statements as bare strings, and those of others as objects: only the former become control statements. */
function controlled(client: KnexClient, ...rest: Arguments): KnexTransaction {
  const transaction = new PgTransaction(client, ...rest)
  let inner: TransactingClient | undefined
  Object.defineProperty(transaction, 'trxClient', {
    get: () => inner,
    set: (made: TransactingClient) => (inner = withControl(transaction, made)),
  })
  return transaction
}

function withControl(transaction: KnexTransaction, client: TransactingClient): TransactingClient {
  const query = client.query.bind(client)
  client.query = (connection, asked) => {
    if (typeof asked !== 'string' || transaction.isCompleted())
      return Opening.behind(connection, () => query(connection, asked))
    if (asked === ROLLBACK.text) Opening.forget(connection)
    return Opening.behind(connection, () => connection.query(new ControlStatement(asked)))
  }
  client.transaction = (...rest: Arguments) => controlled(client, ...rest) // its savepoints
  return client
}

/**
 * Where its answer decides nothing, a preamble leaves with what follows it. One that fails leaves its transaction open and broken: the connection goes
 * back to the pool without it.
 */
async function begin(
  connection: PipelinedClient,
  { preamble, onPreamble }: Beginning
): Promise<void> {
  if (!onPreamble) return Opening.of(connection, traced(preamble))
  try {
    onPreamble(await connection.query(traced(preamble)))
  } catch (error) {
    await connection.query(ROLLBACK)
    throw error
  }
}
