import { Cell } from '../cell.js'
import type { CellRow } from '../row.js'
import { schemaNames } from '../tenant_ref.js'
import { IS_CURRENT } from './ledger.js'
import { SchemaTemplate } from './schema_template.js'

/** How far a tenant's schemas are, `5.2` for account and environment, and whether that is the latest. */
export interface SchemaVersion {
  text: string
  isLatest: boolean
}

interface Placed {
  id: string
  cell: string
}

interface Row extends CellRow<'ledger', 'schema_name' | 'version'> {
  is_current: boolean
}

const VERSIONS = `select schema_name, version, (${IS_CURRENT}) is true as is_current
  from cell.ledger l where schema_name = any ($3)`

/** Asked of the ledgers of the cells, never of the tenants. */
export async function schemaVersions(
  tenants: readonly Placed[]
): Promise<Map<string, SchemaVersion>> {
  const versions = new Map<string, SchemaVersion>()
  for (const [cell, placed] of Map.groupBy(tenants, (tenant) => tenant.cell)) {
    const ledger = await readLedger(cell, placed)
    for (const { id } of placed) {
      const { account, live } = schemaNames(id)
      const [ofAccount, ofLive] = [ledger.get(account), ledger.get(live)]
      if (!ofAccount || !ofLive) continue
      const isLatest = ofAccount.is_current && ofLive.is_current
      versions.set(id, { text: `${ofAccount.version}.${ofLive.version}`, isLatest })
    }
  }
  return versions
}

async function readLedger(cell: string, placed: readonly Placed[]): Promise<Map<string, Row>> {
  const schemas = placed.flatMap(({ id }) => {
    const { account, live } = schemaNames(id)
    return [account, live]
  })
  const files = [await SchemaTemplate.files('account'), await SchemaTemplate.files('environment')]
  const { rows } = await Cell.named(cell).as('platform', (client) =>
    client.query<Row>(VERSIONS, [...files, schemas])
  )
  return new Map(rows.map((row) => [row.schema_name, row]))
}
