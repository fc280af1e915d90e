import { BaseCommand, flags } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import { counted } from '#app/foundation/counted'
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
  static description = 'Migrate the schemas of all tenants to the latest version'
  static options = { startApp: true }

  @flags.number({ description: 'Number of tenants to migrate at once', default: 4 })
  declare concurrency: number

  #stop = new AbortController()

  async run() {
    if (!Number.isInteger(this.concurrency) || this.concurrency < 1)
      throw new Exception('--concurrency is a whole number from 1', { status: 422 })
    for (const cell of Cell.all()) {
      const outcome = await this.#migrate(cell)
      this.#report(cell, outcome)
      if (this.#stop.signal.aborted) return
      await new GrantsCheck(cell).assertExact()
    }
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #migrate(cell: Cell): Promise<Outcome> {
    const { concurrency } = this
    const { signal } = this.#stop
    const onProgress = (progress: Progress) => this.#show(progress)
    const migration = new TenantMigration(cell).run({ concurrency, onProgress, signal })
    this.app.terminating(async () => {
      this.#stop.abort()
      await migration.catch(() => {})
    })
    return migration
  }

  #show({ tenantId, done, total, error }: Progress): void {
    const line = `${done}/${total} ${tenantId}`
    if (error) this.logger.error(`${line}: ${error instanceof Error ? error.message : error}`)
    else this.logger.info(line)
  }

  #report(cell: Cell, { migrated, failed, left }: Outcome): void {
    const of = `of the cell ${cell.name}`
    if (left.length > 0) {
      this.exitCode = 1
      this.logger.warning(
        `${counted(left.length, `tenant ${of} lags`, `tenants ${of} lag`)}: the migration was interrupted, and goes on when it is run again`
      )
    }
    if (failed.length > 0) {
      this.exitCode = 1
      this.logger.error(
        `${counted(failed.length, 'tenant')} ${of} failed and ${failed.length === 1 ? 'was' : 'were'} left unchanged`
      )
    }
    if (migrated.length > 0)
      this.logger.success(
        `${counted(migrated.length, `tenant ${of} was`, `tenants ${of} were`)} migrated to the latest version`
      )
    else if (failed.length + left.length === 0)
      this.logger.success(`Every tenant of the cell ${cell.name} is at the latest version`)
  }
}
