import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { TenantImport } from '#app/portability/tenant_import'
import Connection from '#app/single_sign_on/connection'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { platformHost, publicUrl } from '#app/tenants/hosts/public_address'
import { privateKeyIn } from './_key_file.js'
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
    const key = this.key ? await privateKeyIn(this.key) : undefined
    const { slug, cell, trust, plan, parent, grants } = this
    const onProgress = (step: string) => this.logger.info(step)
    const options = { key, slug, cell, trust, plan, parent, grants, onProgress }
    const archive = await TenantImport.open(this.file, options)
    const tenant = await archive.run()
    this.logger.success(
      `${tenant.slug} (${tenant.id}) is here: ${publicUrl(platformHost(tenant.slug), '/')}`
    )
    const lost = await lostHost(tenant)
    if (lost === null) return
    this.logger.warning(
      `Single sign-on was set up for ${lost}, which does not lead here: nobody can log in by it until an owner chooses another host under Settings → Single sign-on → Provider, and gives the identity provider the new values`
    )
  }

  completed() {
    return refusalsAsSentences(this)
  }
}

/** Which its identity provider was told elsewhere. */
function lostHost({ ref: tenant }: Tenant): Promise<string | null> {
  return CurrentTenant.run({ tenant, environment: 'live' }, async () => {
    const connection = await Connection.current()
    return connection && !(await connection.isServed()) ? connection.host : null
  })
}
