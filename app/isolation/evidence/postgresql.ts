import { Cell } from '#app/tenancy/cell'
import { GrantsCheck } from '#app/tenancy/isolation_checks/grants_check'
import { IsolationGuard } from '#app/tenancy/isolation_checks/isolation_guard'
import type { Finding } from '../finding.js'
import type { Party } from '../parties/party.js'

/** Beside what was tried over the wire: the isolation checks in PostgreSQL, and every right that a tenant has. */
export async function holesInPostgresql({ tenant }: Party): Promise<Finding[]> {
  const cell = Cell.named(tenant.cell)
  const checks = await new IsolationGuard(cell).breaches()
  const rights = await new GrantsCheck(cell).breaches()
  return [
    ...checks.map(({ check, reason }) => `${check}: ${reason}`),
    ...rights.map(({ where, kind, right }) => `${where}: ${kind} ${right}`),
  ].map((message) => ({ boundary: 'postgresql', message }))
}
