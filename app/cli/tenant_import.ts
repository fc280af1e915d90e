import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { TenantImport } from '#app/portability/tenant_import'
import { platformHost, publicUrl } from '#app/tenants/hosts/public_address'
import { refusalsAsSentences } from './_refusals.js'

export default class TenantImportCommand extends BaseCommand {
  static commandName = 'tenant:import'
  static description = 'Import a tenant from an archive, completely or not at all'
  static options = { startApp: true }

  @args.string({ description: 'File of the archive' })
  declare file: string

  @flags.string({ description: 'Private key (PEM) of the recipient of the archive' })
  declare key?: string

  @flags.string({ description: 'New slug for the tenant' })
  declare slug?: string

  @flags.string({ description: 'Cell to import it into', default: 'main' })
  declare cell: string

  @flags.string({ description: 'Fingerprint of the installation that signed it, if not this one' })
  declare trust?: string

  @flags.string({
    description: 'Plan to give it; required for an archive from another installation',
  })
  declare plan?: string

  @flags.string({ description: 'Slug of the reseller to put it under' })
  declare parent?: string

  @flags.boolean({ description: 'Also import grants and resale terms from another installation' })
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
