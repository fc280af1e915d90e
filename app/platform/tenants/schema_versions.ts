import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { SchemaTemplate } from '#app/tenancy/schema_template'

/** How far a tenant's schemas are, `5.2` for account and environment, and whether that is the latest. */
export interface SchemaVersion {
  text: string
  isLatest: boolean
}

interface Placed {
  id: string
  cell: string
}

/** Asked of the ledgers of the cells, never of the tenants. */
export async function schemaVersions(
  tenants: readonly Placed[]
): Promise<Map<string, SchemaVersion>> {
  const latest = {
    account: await SchemaTemplate.latest('account'),
    environment: await SchemaTemplate.latest('environment'),
  }
  const versions = new Map<string, SchemaVersion>()
  for (const [cell, placed] of Map.groupBy(tenants, (tenant) => tenant.cell)) {
    const ledger = await readLedger(cell, placed)
    for (const { id } of placed) {
      const { account, live } = schemaNames(id)
      const [ofAccount, ofLive] = [ledger.get(account), ledger.get(live)]
      if (ofAccount === undefined || ofLive === undefined) continue
      const isLatest = ofAccount === latest.account && ofLive === latest.environment
      versions.set(id, { text: `${ofAccount}.${ofLive}`, isLatest })
    }
  }
  return versions
}

async function readLedger(cell: string, placed: readonly Placed[]): Promise<Map<string, number>> {
  const schemas = placed.flatMap(({ id }) => {
    const { account, live } = schemaNames(id)
    return [account, live]
  })
  const { rows } = await Cell.named(cell).as('relay', (client) =>
    client.query('select schema_name, version from cell.ledger where schema_name = any($1)', [
      schemas,
    ])
  )
  return new Map(rows.map(({ schema_name: name, version }) => [name, version]))
}
