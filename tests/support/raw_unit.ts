import type pg from 'pg'
import type { Environment } from '#app/foundation/environment'
import type { Row } from '#app/tenancy/statement'
import { schemaNames } from '#app/tenancy/tenant_ref'

/**
 * One statement in a tenant's unit on a connection that nothing of ours guards: what PostgreSQL alone makes of it. The unit is
 * rolled back.
 */
export async function inRawUnit(
  client: pg.Client,
  scope: { id: string; environment: Environment },
  text: string
): Promise<Row[]> {
  const names = schemaNames(scope.id)
  const role = names[scope.environment]
  await client.query(
    `BEGIN;SET LOCAL ROLE ${role};SET LOCAL search_path=${role},${names.account},pg_temp`
  )
  try {
    const statement: pg.QueryConfig & { queryMode: 'extended' } = { text, queryMode: 'extended' }
    return (await client.query(statement)).rows
  } finally {
    await client.query('ROLLBACK')
  }
}
