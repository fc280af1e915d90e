import type { ClientBase } from 'pg'
import { Cell } from '#app/tenancy/cell'
import { transaction } from '#app/tenancy/transactions/transaction'
import { MENTIONS } from '../rows/platform_rows.js'

/** Names that only this tenant has ever claimed. */
const FREE_HOSTS = `
  delete from claimed_hosts h where host in (select host from domains where tenant_id = $1)
     and not exists (select from domains where host = h.host and tenant_id <> $1)`

/** But the erasure itself, until its certificate is stored: it may be this very work. */
const WORK = `delete from outbox where ref = any ($1) and kind <> 'erase_tenant'`

/** Who did it is not the tenant's. */
const OF_THE_OPERATOR = ['actorName', 'ipAddress', 'userAgent']

/**
 * Takes a tenant out of the platform's tables, in one transaction of the migrator. Of the operators' trail, whose entries stay, what
 * they keep of people and names goes where the entry is about this tenant.
 */
export async function removePlatformRows(tenantId: string): Promise<void> {
  const platform = Cell.all().find((cell) => cell.holdsPlatform) ?? Cell.named('main')
  await platform.as('migrator', (client) =>
    transaction(client, () => remove(client, tenantId), 'begin; set local search_path = platform')
  )
}

async function remove(client: ClientBase, tenantId: string): Promise<void> {
  await client.query(WORK, [[tenantId]])
  await client.query(FREE_HOSTS, [tenantId])
  for (const { table, column } of [...MENTIONS].reverse())
    await removeFrom(client, table, column, tenantId)
  await client.query(
    `delete from entry_values where field <> all ($2)
        and entry_id in (select id from entries where position($1 in body) > 0)`,
    [tenantId, OF_THE_OPERATOR]
  )
}

/** With the work that waits for such a row. */
async function removeFrom(
  client: ClientBase,
  table: string,
  column: string,
  tenantId: string
): Promise<void> {
  const { rows } = await client.query<{ row: { id?: string } }>(
    `delete from ${table} where ${column} = $1 returning to_jsonb(${table}) as row`,
    [tenantId]
  )
  const ids = rows.map(({ row }) => row.id).filter((id) => id !== undefined)
  if (ids.length > 0) await client.query(WORK, [ids])
}
