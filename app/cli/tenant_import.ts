import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { TenantImport } from '#app/portability/tenant_import'
import { platformHost, publicUrl } from '#app/tenants/hosts/public_address'
import { refusalsAsSentences } from './_refusals.js'

export default class TenantImportCommand extends BaseCommand {
  static commandName = 'tenant:import'
  static description = 'Take a tenant in from an archive, whole or not at all'
  static options = { startApp: true }

  @args.string({ description: 'The archive' })
  declare file: string

  @flags.string({ description: 'Private key (PEM) that the archive was made for' })
  declare key?: string

  @flags.string({ description: 'Another slug than it had' })
  declare slug?: string

  @flags.string({ description: 'The cell that is to hold it', default: 'main' })
  declare cell: string

  @flags.string({ description: 'Fingerprint of the installation that signed it, if it is another' })
  declare trust?: string

  @flags.string({
    description: 'Plan that it gets here; needed for an archive of another installation',
  })
  declare plan?: string

  @flags.string({ description: 'Slug of the reseller that it is to stand below' })
  declare parent?: string

  @flags.boolean({ description: 'Take grants and terms for resale from another installation, too' })
  declare grants?: boolean

  async run() {
    const key = this.key ? createPrivateKey(await readFile(this.key)) : undefined
    const { slug, cell, trust, plan, parent, grants } = this
    const onProgress = (step: string) => this.logger.info(step)
    const options = { key, slug, cell, trust, plan, parent, grants, onProgress }
    const archive = await TenantImport.open(this.file, options)
    const tenant = await archive.run()
    this.logger.success(
      `${tenant.slug} (${tenant.id}) is here: ${publicUrl(platformHost(tenant.slug), '/')}`
    )
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
