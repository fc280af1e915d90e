import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { cells } from '#config/cells'
import { Cell } from '#app/tenancy/cell'
import { CellPreparation } from '#app/tenancy/cell_preparation'
import { SchemaMigration } from '#app/tenancy/schemas/schema_migration'
import type { SchemaTemplates } from '#app/tenancy/schemas/schema_template'
import Tenant from '#app/tenants/tenant'
import { dropInstallation } from './dropped_installation.js'
import { asSuperuser, superuserUrl } from './superuser.js'

/** A cell that one group of tests may break: a database, logins and roles that nobody else uses. */
export class CellOfItsOwn {
  private constructor(
    readonly cell: Cell,
    readonly base: string
  ) {}

  static async open(templates?: SchemaTemplates): Promise<CellOfItsOwn> {
    const name = `own_${randomBytes(4).toString('hex')}`
    const base = new URL(superuserUrl(name))
    base.username = name
    base.password = ''
    const known = cells as Map<string, string>
    known.set(name, base.href)
    const cell = Cell.named(name)
    await new CellPreparation(cell, superuserUrl('postgres')).run()
    await SchemaMigration.ofCell(cell, templates)
    return new CellOfItsOwn(cell, base.href)
  }

  /** Prepares it again, which closes every gap anew. */
  async repair(): Promise<void> {
    await new CellPreparation(this.cell, superuserUrl('postgres')).run()
  }

  asSuperuser<T>(work: (superuser: pg.Client) => Promise<T>): Promise<T> {
    return asSuperuser(this.cell.database, work)
  }

  async close(): Promise<void> {
    const known = cells as Map<string, string>
    known.delete(this.cell.name)
    const tenants = Tenant.query().where('cell', this.cell.name)
    await Tenant.query()
      .whereIn('parent_id', tenants.clone().select('id'))
      .update({ parent_id: null })
    await tenants.delete()
    await dropInstallation(this.cell.database)
  }
}
