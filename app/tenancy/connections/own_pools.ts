import db from '@adonisjs/lucid/services/db'
import { Cell } from '../cell.js'
import type { KnexClient } from './tenant_client.js'

const ASK = 'select 1'

interface Pool extends KnexClient {
  pool: KnexClient['pool'] & { numUsed(): number }
}

/**
 * Asks the platform's database by each login that requests come by: while the tenants' alone is refused, each of their requests fails. Further
 * cells are not asked: one that is away is no reason to take a process away from all others.
 *
 * @throws what one of them is refused with
 */
export async function askOwnPools(): Promise<void> {
  const ofTenants = ownCells().map(({ name }) => askUnlessBusy(`cell:${name}`))
  await Promise.all([db.rawQuery(ASK), ...ofTenants])
}

/** The same for logins that have no pool here. */
export async function askBy(logins: readonly ('relay' | 'migrator')[]): Promise<void> {
  const asked = ownCells().flatMap((cell) =>
    logins.map((login) => cell.as(login, (client) => client.query(ASK)))
  )
  await Promise.all(asked)
}

function ownCells(): Cell[] {
  return Cell.all().filter(({ holdsPlatform }) => holdsPlatform)
}

/** All connections at work were let in, and have more to do than to be asked. */
async function askUnlessBusy(name: string): Promise<void> {
  const connection = db.connection(name)
  const { pool } = connection.getWriteClient().client as Pool
  if (pool.numUsed() < pool.max) await connection.rawQuery(ASK)
}
