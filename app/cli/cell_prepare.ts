import { BaseCommand, flags } from '@adonisjs/core/ace'
import env from '#start/env'
import { CellPreparation } from '#app/tenancy/cell_preparation'
import { preparePlatformRoot } from '#app/tenancy/platform_root'
import { SchemaMigration } from '#app/tenancy/schemas/schema_migration'
import { IsolationGuard } from '#app/tenancy/isolation_checks/isolation_guard'
import { cellNamed } from './_cell_named.js'
import { refusalsAsSentences } from './_refusals.js'

export default class CellPrepare extends BaseCommand {
  static commandName = 'cell:prepare'
  static description = 'Create the database, logins and schemas of a cell and isolate its tenants'
  static help = [
    'DATABASE_ADMIN_URL is the URL of a superuser; web and worker need none. May be run again, such as after an upgrade.',
  ]
  static options = { startApp: true }

  @flags.string({ description: 'Name of the cell', default: 'main' })
  declare cell: string

  async run() {
    const cell = cellNamed(this.cell)
    const administrator = env.get('DATABASE_ADMIN_URL')
    if (!administrator) {
      this.logger.error('Set DATABASE_ADMIN_URL to the URL of a superuser of this cluster')
      this.exitCode = 1
      return
    }
    await new CellPreparation(cell, administrator).run()
    await SchemaMigration.ofCell(cell)
    await preparePlatformRoot()
    await new IsolationGuard(cell).assertClosed()
    this.logger.success(`The cell ${cell.name} is ready and isolates its tenants`)
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
