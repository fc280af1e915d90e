import type { ClientBase } from 'pg'
import { faultPoint } from '#app/foundation/processes/fault_point'
import type { Cell } from '#app/tenancy/cell'
import { commit } from '#app/tenancy/transactions/commit'
import { SchemaTemplate } from '#app/tenancy/schemas/schema_template'
import { TenantSchemas } from '#app/tenancy/schemas/tenant_schemas'
import { bring } from '#app/tenants/provisioning/tenant_migration'
import { CELL_ROWS, scopesOf } from './cell_rows.js'
import { writeLines } from './rows.js'
import { qualified, tablesOf, type Table } from './table.js'
import type { Part, Versions } from './tenant_rows.js'
import ArchiveUnreadable from '../errors/archive_unreadable.js'

/** Counted by `place/name`. */
export type Counts = Record<string, number>

/**
 * Puts the rows of a tenant into a cell. Schemas and tables are one transaction; what the tenants of the cell share follows. Nobody
 * sees any of it until the platform names the cell as the tenant's.
 */
export class Placement {
  readonly counts: Counts = {}

  constructor(
    private cell: Cell,
    private tenantId: string,
    private versions: Versions
  ) {}

  /** @param parts  the tables before what belongs to the cell */
  async write(parts: AsyncIterable<Part>): Promise<Counts> {
    await this.cell.as('migrator', async (client) => {
      await client.query('begin')
      const tables = await this.#open(client)
      let isOpen = true
      for await (const part of parts) {
        if (part.place === 'cell' && isOpen) {
          await this.#close(client)
          isOpen = false
        }
        this.counts[`${part.place}/${part.name}`] = await this.#fill(client, tables, part)
      }
      if (isOpen) await this.#close(client)
    })
    return this.counts
  }

  /** Work that was held back, by us or by a worker that came upon it too early, may be taken from now on. @param afterMs  so that every process knows by then where the tenant is */
  async releaseWork(afterMs = 0): Promise<void> {
    await this.cell.as('migrator', (client) =>
      client.query(
        `update cell.outbox set lease_until = case when $2 > 0 then now() + $2 * interval '1 millisecond' end
          where scope = any ($1) and bundle is null and lease_until > now()`,
        [scopesOf(this.tenantId), afterMs]
      )
    )
  }

  async #open(client: ClientBase): Promise<Table[]> {
    const { account, live: environment } = this.versions
    const templates = SchemaTemplate.at({ account, environment })
    const schemas = new TenantSchemas(this.tenantId, this.cell, templates)
    await client.query(await schemas.open())
    if (this.versions.test !== undefined) await client.query(await schemas.openTest())
    faultPoint('placement.opened')
    return tablesOf(client, this.tenantId)
  }

  async #fill(client: ClientBase, tables: readonly Table[], part: Part): Promise<number> {
    if (part.place === 'cell') {
      const rows = CELL_ROWS.find(({ name }) => name === part.name)
      if (!rows) throw new ArchiveUnreadable(`nobody knows what ${part.name} of a cell is`)
      return writeLines(client, rows.write, part.lines, scopesOf(this.tenantId))
    }
    const table = tables.find(({ place, name }) => place === part.place && name === part.name)
    if (!table) throw new ArchiveUnreadable(`there is no table ${part.name} in ${part.place}`)
    await client.query(
      `delete from ${qualified(table)} where exists (select from ${qualified(table)})`
    ) // rows of the template
    return writeLines(client, insertInto(table), part.lines)
  }

  async #close(client: ClientBase): Promise<void> {
    const schemas = new TenantSchemas(this.tenantId, this.cell)
    const { account, live, test } = schemas.names
    const wanted = this.versions.test === undefined ? [account, live] : [account, live, test]
    await bring(client, schemas, wanted)
    if (this.versions.test !== undefined) await client.query(await schemas.sandboxGrants())
    faultPoint('placement.filled')
    await commit(client)
    faultPoint('placement.committed')
  }
}

function insertInto(table: Table): string {
  const columns = table.columns.map((name) => `"${name}"`).join(', ')
  const name = qualified(table)
  return `insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, $1::json)`
}
