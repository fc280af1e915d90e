import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'
import { schemaNames } from '#app/tenancy/tenant_ref'
import Tenant from '#app/tenants/tenant'

/** Who works for the reseller, and what they decided, is the reseller's; what the tenant was called is not. */
const OF_THE_RESELLER = ['actorName', 'ipAddress', 'userAgent']

const WHO_RECORDED_IT = `select distinct body::jsonb -> 'actor' ->> 'id' as id from security_entries
  where body::jsonb -> 'actor' ->> 'id' like 'ten\\_%'`

/**
 * Takes a tenant's names out of the accounts of the resellers that it stands or has stood below: their trails keep the entries and
 * the id. The root that is erased next opens nothing there, so this comes first, while its own trail still tells who they were.
 */
export async function removeFromResellers(tenantId: string): Promise<void> {
  const tenant = await Tenant.find(tenantId)
  if (!tenant) return
  await forgetMessages(tenantId)
  for (const id of await resellersOf(tenant)) {
    const reseller = await Tenant.find(id)
    if (reseller?.isReachable) await forget(tenantId, reseller)
  }
}

/** Waits for messages being delivered, and leaves none undelivered. */
async function forgetMessages(tenantId: string): Promise<void> {
  const platform = Cell.all().find((cell) => cell.holdsPlatform) ?? Cell.named('main')
  await platform.as('migrator', (client) =>
    client.query('delete from platform.resale_news where tenant_id = $1', [tenantId])
  )
}

async function resellersOf({ id, parentId, cell }: Tenant): Promise<string[]> {
  const { account } = schemaNames(id)
  const actors = await Cell.named(cell).as('migrator', async (client) => {
    const trail = `${account}.security_entries`
    const made = await client.query('select to_regclass($1) is not null as made', [trail])
    if (!made.rows[0].made) return []
    return (await client.query<{ id: string }>(WHO_RECORDED_IT.replace('security_entries', trail)))
      .rows
  })
  return [...new Set([parentId, ...actors.map((row) => row.id)])].filter((one) => one !== null)
}

async function forget(tenantId: string, reseller: Tenant): Promise<void> {
  const statements: Statement[] = [
    {
      text: `delete from security_values where field <> all ($2)
        and entry_id in (select id from security_entries where position($1 in body) > 0)`,
      values: [tenantId, OF_THE_RESELLER],
    },
    {
      text: 'delete from events where document_id is null and position($1 in body) > 0',
      values: [tenantId],
    },
  ]
  await CurrentTenant.run({ tenant: reseller.ref, environment: 'live' }, () =>
    unit(() => CurrentTenant.batch(statements))
  )
}
