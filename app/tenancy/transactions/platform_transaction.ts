import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { concluded } from './commit.js'

/**
 * One transaction over the platform's tables.
 *
 * @returns what the work returned, once it is stored
 * @throws OutcomeUnknown
 */
export async function platformTransaction<T>(
  work: (transaction: TransactionClientContract) => Promise<T>
): Promise<T> {
  const transaction = await db.connection('platform').transaction()
  return concluded(transaction, () => work(transaction))
}
