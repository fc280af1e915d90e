import type { ClientBase } from 'pg'
import { commit } from './commit.js'

/**
 * One transaction on a connection that is the caller's.
 *
 * @param begin  with its isolation, and what is set for its length
 * @returns what the work returned, once it is stored
 * @throws OutcomeUnknown
 */
export async function transaction<T>(
  client: ClientBase,
  work: () => Promise<T>,
  begin = 'begin'
): Promise<T> {
  try {
    await client.query(begin)
    const result = await work()
    await commit(client)
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a connection that has ended rolls back by itself
    throw error
  }
}
