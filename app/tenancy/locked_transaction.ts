import pg, { type ClientBase } from 'pg'

/**
 * One transaction that waits for whoever holds the same lock. The lock ends with the transaction: one of the session would stay
 * behind on a connection that a pooler gives to somebody else.
 */
export async function lockedTransaction<T>(
  client: ClientBase,
  lock: string,
  work: () => Promise<T>
): Promise<T> {
  try {
    await client.query(
      `begin; select pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(lock)}, 0))`
    )
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
