import { newId } from '#app/foundation/identifier'
import { SchemaMigration } from '#app/tenancy/schemas/schema_migration'
import { SchemaTemplate, type SchemaTemplates } from '#app/tenancy/schemas/schema_template'
import { TenantSchemas } from '#app/tenancy/schemas/tenant_schemas'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { TenantMigration } from '#app/tenants/provisioning/tenant_migration'
import { CellOfItsOwn } from './cell_of_its_own.js'
import type { LastRelease } from './last_release.js'
import { catalogueOf, type SchemaCatalogue } from './schema_catalogue.js'

export interface Upgraded {
  /** What the schema is called in lines about it: a folder of `database`. */
  kind: string
  before: SchemaCatalogue
  after: SchemaCatalogue
}

/** A cell, the platform and one tenant with its sandbox, as the last release made them and as this release migrates them. */
export async function upgradedSchemas(
  release: LastRelease,
  cleanup: (undo: () => Promise<void>) => void
): Promise<Upgraded[]> {
  const folder = await release.folder()
  cleanup(() => folder.remove())
  const earlier = folder.read()
  const own = await CellOfItsOwn.open(earlier)
  cleanup(() => own.close())
  const tenantId = newId('ten')
  const { account, live, test: sandbox } = schemaNames(tenantId)
  const kinds = new Map([
    ['platform', 'platform'],
    ['cell', 'cell'],
    [account, 'account'],
    [live, 'environment'],
    [sandbox, 'environment'],
  ])
  const platform = { schema: 'platform', template: 'platform', names: own.cell.roles } as const
  const bringPlatform = (templates: SchemaTemplates) =>
    own.cell.as('migrator', (client) => new SchemaMigration(client, templates).bring(platform))
  const read = () =>
    own.asSuperuser(async (superuser) => {
      const found = new Map<string, SchemaCatalogue>()
      for (const schema of kinds.keys()) found.set(schema, await catalogueOf(superuser, schema))
      return found
    })

  await own.asSuperuser((superuser) =>
    superuser.query(`create schema platform authorization ${own.cell.roles.migrator}`)
  )
  await bringPlatform(earlier)
  const schemas = new TenantSchemas(tenantId, own.cell, earlier)
  const made = `begin; ${await schemas.open()} ${await schemas.openSandbox()} commit`
  await own.cell.as('migrator', (client) => client.query(made))
  const before = await read()

  await bringPlatform(SchemaTemplate)
  await SchemaMigration.ofCell(own.cell)
  const { failed } = await new TenantMigration(own.cell).run()
  if (failed.length > 0) throw failed[0].error
  const after = await read()
  return [...kinds].map(([schema, kind]) => ({
    kind,
    before: before.get(schema)!,
    after: after.get(schema)!,
  }))
}
