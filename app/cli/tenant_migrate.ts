import { BaseCommand, flags } from '@adonisjs/core/ace'
import { Cell } from '#app/tenancy/cell'
import { GrantsCheck } from '#app/tenancy/isolation_checks/grants_check'
import {
  TenantMigration,
  type Outcome,
  type Progress,
} from '#app/tenants/provisioning/tenant_migration'
import { refusalsAsSentences } from './_refusals.js'

export default class TenantMigrate extends BaseCommand {
  static commandName = 'tenant:migrate'
  static description = 'Take the schemas of tenants that are behind to the latest version'
  static options = { startApp: true }

  @flags.number({ description: 'Tenants at a time', default: 4 })
  declare concurrency: number

  async run() {
    for (const cell of Cell.all()) {
      const outcome = await this.#migrate(cell)
      this.#report(cell, outcome)
      await new GrantsCheck(cell).assertExact()
    }
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #migrate(cell: Cell): Promise<Outcome> {
    const { concurrency } = this
    const onProgress = (progress: Progress) => this.#show(progress)
    return new TenantMigration(cell).run({ concurrency, onProgress })
  }

  #show({ tenantId, done, total, error }: Progress): void {
    const line = `${done}/${total} ${tenantId}`
    if (error) this.logger.error(`${line}: ${error instanceof Error ? error.message : error}`)
    else this.logger.info(line)
  }

  #report(cell: Cell, { migrated, failed }: Outcome): void {
    if (failed.length > 0) {
      this.exitCode = 1
      this.logger.error(`${failed.length} of the cell ${cell.name} failed and stay as they were`)
    }
    if (migrated.length > 0)
      this.logger.success(`${migrated.length} of the cell ${cell.name} are at the latest version`)
    else if (failed.length === 0)
      this.logger.success(`Every tenant of the cell ${cell.name} is at the latest version`)
  }
}
