import pg from 'pg'
import { Cell } from '#app/tenancy/cell'
import PortingUnderWay from './errors/porting_under_way.js'

/**
 * One process at a time exports, imports, moves or erases a tenant. The lock belongs to an open transaction that has seen and
 * changed nothing, so it holds up nobody, goes through a pooler, and ends with the process. A process that lost it finds out at the step
 * that decides.
 *
 * @throws PortingUnderWay
 */
export async function alone<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
  const platform = Cell.all().find((cell) => cell.holdsPlatform) ?? Cell.named('main')
  return platform.as('migrator', async (client) => {
    const lock = pg.escapeLiteral(`porting of ${tenantId}`)
    await client.query('begin')
    const { rows } = await client.query<{ got: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as got`
    )
    if (!rows[0].got) throw new PortingUnderWay()
    return work()
  })
}
