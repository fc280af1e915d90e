import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { TenantMove } from '#app/portability/tenant_move'
import Tenant from '#app/tenants/tenant'
import { cellNamed } from './_cell_named.js'
import { refusalsAsSentences } from './_refusals.js'

export default class TenantMoveCommand extends BaseCommand {
  static commandName = 'tenant:move'
  static description = 'Move a tenant to another cell; its requests get 503 meanwhile'
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant' })
  declare slug: string

  @flags.string({ description: 'Cell to move it to', required: true })
  declare cell: string

  async run() {
    const tenant = await Tenant.findBy({ slug: this.slug })
    if (!tenant) return this.#fail(`No tenant has the slug ${this.slug}`)
    const cell = cellNamed(this.cell)
    const report = (step: string) => this.logger.info(step)
    const counts = await new TenantMove(tenant, cell, report).run()
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    this.logger.success(
      `${tenant.slug} is now in ${this.cell}, with ${rows} rows. Its old schemas are removed in a day`
    )
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #fail(message: string) {
    this.logger.error(message)
    this.exitCode = 2
  }
}
