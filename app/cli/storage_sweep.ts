import { BaseCommand, flags } from '@adonisjs/core/ace'
import { counted } from '#app/foundation/counted'
import { orphanedFiles, unfinishedUploads } from '#app/portability/orphaned_files'
import { StoredFiles } from '#app/portability/stored_files'
import { NoSuchTenant } from './_no_such_tenant.js'
import Tenant from '#app/tenants/tenant'
import { refusalsAsSentences } from './_refusals.js'

export default class StorageSweep extends BaseCommand {
  static commandName = 'storage:sweep'
  static description =
    'Remove files older than a day that no document refers to; run it once a week, at a quiet hour'
  static options = { startApp: true }

  @flags.string({ description: 'Slug of one tenant; all tenants if omitted' })
  declare tenant?: string

  @flags.boolean({ description: 'Only list the files' })
  declare dryRun: boolean

  async run() {
    const query = Tenant.query().whereIn('status', ['ready', 'suspended']).orderBy('id')
    const tenants = await (this.tenant ? query.where('slug', this.tenant) : query)
    if (this.tenant && tenants.length === 0) throw new NoSuchTenant(this.tenant)
    let count = 0
    for (const tenant of tenants) {
      const files = new StoredFiles(tenant.id)
      for await (const name of orphanedFiles(tenant)) {
        if (this.dryRun) this.logger.log(`${tenant.id}/${name}`)
        else await files.remove(name)
        count += 1
      }
      for (const { path, remove } of await unfinishedUploads(tenant)) {
        if (this.dryRun) this.logger.log(`${path}, unfinished`)
        else await remove()
        count += 1
      }
    }
    this.logger.success(
      `${counted(count, 'file')} ${this.dryRun ? 'would be removed' : 'removed'}, from ${counted(tenants.length, 'tenant')}`
    )
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
