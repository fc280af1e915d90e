import { Cell } from '#app/tenancy/cell'
import { GrantsCheck } from '#app/tenancy/isolation_checks/grants_check'
import { Wall } from '#app/tenancy/isolation_checks/wall'
import type { Finding } from '../finding.js'
import type { Party } from '../parties/party.js'

/** Beside what was tried over the wire: the bricks of the wall in PostgreSQL, and every right that a tenant has. */
export async function holesInPostgresql({ tenant }: Party): Promise<Finding[]> {
  const cell = Cell.named(tenant.cell)
  const bricks = await new Wall(cell).breaches()
  const rights = await new GrantsCheck(cell).breaches()
  return [
    ...bricks.map(({ brick, reason }) => `${brick}: ${reason}`),
    ...rights.map(({ where, kind, right }) => `${where}: ${kind} ${right}`),
  ].map((message) => ({ wall: 'postgresql', message }))
}
