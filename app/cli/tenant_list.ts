import { BaseCommand, flags } from '@adonisjs/core/ace'
import { platformHost, publicUrl } from '#app/tenants/hosts/public_address'
import Tenant from '#app/tenants/tenant'
import { refusalsAsSentences } from './_refusals.js'

export default class TenantList extends BaseCommand {
  static commandName = 'tenant:list'
  static description = 'List every tenant with its plan, cell and status'
  static options = { startApp: true }

  @flags.boolean({ description: 'Print one line of JSON' })
  declare json: boolean

  async run() {
    const tenants = await Tenant.query().orderBy('created_at').orderBy('id')
    if (this.json) this.logger.log(JSON.stringify(tenants.map(described)))
    else this.#table(tenants)
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #table(tenants: Tenant[]): void {
    const table = this.ui.table().head(['Id', 'Slug', 'Name', 'Plan', 'Cell', 'Status'])
    for (const { id, slug, name, planKey, cell, status } of tenants)
      table.row([id, slug, name, planKey, cell, status])
    table.render()
  }
}

function described(tenant: Tenant) {
  const { id, slug, name, planKey: plan, cell, status, hasSandbox, createdAt } = tenant
  const host = platformHost(slug)
  return {
    id,
    slug,
    name,
    plan,
    cell,
    status,
    hasSandbox,
    host,
    url: publicUrl(host, '/'),
    createdAt,
  }
}
