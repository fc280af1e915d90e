import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import pg, { type ClientBase, type QueryResult } from 'pg'
import { COMMIT } from '../connections/control_statement.js'
import { Opening } from '../connections/opening.js'
import { Patience } from '../connections/patience.js'
import OutcomeUnknown from '../errors/outcome_unknown.js'
import RolledBack from '../errors/rolled_back.js'

/** The inner part of knex that ends a transaction; knex is pinned for its sake. */
interface KnexTransaction {
  client: { query(connection: ClientBase, asked: unknown): Promise<unknown> }
  /** Rejects when COMMIT fails. What `commit` returns resolves all the same. */
  executionPromise: Promise<unknown>
  commit(): Promise<unknown>
}

/** Connection exceptions and shut-downs: they tell of the connection, not of the transaction. */
const ABOUT_THE_CONNECTION = /^(?:08|57P)/

/** How the driver refuses to send anything over a connection that has ended. */
const NOT_SENT = /is not queryable$/

/**
 * Sends COMMIT and reads the answer. Every transaction ends here: only what this returns from is stored.
 *
 * @throws OutcomeUnknown when the connection ended before the answer, E_ROLLED_BACK when it was a rollback, and PostgreSQL's own
 * error when it refused; after the last two nothing is stored
 */
export async function commit(connection: ClientBase): Promise<void> {
  let answer: QueryResult
  try {
    answer = await Opening.behind(connection, () => connection.query(COMMIT))
  } catch (error) {
    throw isRefused(error) ? error : new OutcomeUnknown(undefined, { cause: error })
  } finally {
    Opening.forget(connection)
  }
  if (answer.command !== 'COMMIT') throw new RolledBack()
}

/**
 * Does the work of a transaction of Lucid’s and ends it: with COMMIT once the work is done, and with ROLLBACK if it fails.
 *
 * @param end  sends COMMIT, and may send more before it
 */
export async function concluded<T>(
  transaction: TransactionClientContract,
  work: () => Promise<T>,
  end: typeof commit = commit
): Promise<T> {
  try {
    const result = await work()
    await commitTransaction(transaction, end)
    Patience.noteStored()
    return result
  } catch (error) {
    if (!transaction.isCompleted) await transaction.rollback()
    throw error
  }
}

/**
 * Waits for every answer, so that the connection is idle again.
 *
 * @param answers  of what left together, and last that of their COMMIT
 * @param changes  whether something was to be changed
 * @throws the first failure, or OutcomeUnknown when the connection broke and something was to be changed
 */
export async function stored<T>(answers: readonly Promise<T>[], changes: boolean): Promise<T[]> {
  const settled = await Promise.allSettled(answers)
  const failures = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason)
  if (failures.length > 0) throw failureOf(failures, changes)
  if (changes) Patience.noteStored()
  return settled.map((one) => (one as PromiseFulfilledResult<T>).value)
}

function failureOf(failures: readonly unknown[], changes: boolean): unknown {
  const [first] = failures
  const unknown = failures.find((one) => one instanceof OutcomeUnknown)
  if (!unknown || isRefused(first)) return first
  return changes ? unknown : unknown.cause
}

/** Models of the transaction hear of its end only when it is stored. */
async function commitTransaction(
  transaction: TransactionClientContract,
  end: typeof commit
): Promise<void> {
  const knex = transaction.knexClient as unknown as KnexTransaction
  const { client, executionPromise, commit: conclude } = knex
  const { query } = client
  client.query = (connection) => {
    client.query = query // this once: what asks later must still be refused
    return end(connection)
  }
  knex.commit = async () => {
    await conclude()
    await executionPromise
  }
  await transaction.commit()
}

/** PostgreSQL looked at the transaction and took none of it. One whose session it ends (FATAL, PANIC) may have been stored before. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (NOT_SENT.test(error.message)) return true
  if (!(error instanceof pg.DatabaseError)) return false
  return error.severity === 'ERROR' && !ABOUT_THE_CONNECTION.test(error.code ?? '')
}
