import { Cell } from '#app/tenancy/cell'
import { SchemaMigration } from '#app/tenancy/schemas/schema_migration'
import TenantMigrate from './tenant_migrate.js'

export default class Migrate extends TenantMigrate {
  static commandName = 'migrate'
  static description = 'Migrate the platform, all cells and all tenants to the latest version'

  async run() {
    for (const cell of Cell.all()) {
      const done = await SchemaMigration.ofCell(cell)
      for (const schema of done) this.logger.success(`${schema} is at the latest version`)
    }
    await super.run()
  }
}
