import pg, { type ClientBase } from 'pg'
import { transaction } from './transaction.js'

/**
 * One transaction that waits for the holder of the same lock. The lock ends with the transaction: one of the session would stay
 * behind on a connection that a pooler gives to somebody else.
 */
export function lockedTransaction<T>(
  client: ClientBase,
  lock: string,
  work: () => Promise<T>
): Promise<T> {
  const key = `hashtextextended(${pg.escapeLiteral(lock)}, 0)`
  return transaction(client, work, `begin; select pg_advisory_xact_lock(${key})`)
}
