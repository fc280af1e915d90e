import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { counted } from '#app/foundation/counted'
import { fingerprint } from '#app/portability/installation_key'
import { TenantExport } from '#app/portability/tenant_export'
import Tenant from '#app/tenants/tenant'
import { publicKeyIn } from './_key_file.js'
import { refusalsAsSentences } from './_refusals.js'
import { ProgressLine } from './_progress_line.js'

export default class TenantExportCommand extends BaseCommand {
  static commandName = 'tenant:export'
  static description = 'Export a tenant to one signed archive; the tenant stays online'
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant' })
  declare slug: string

  @args.string({ description: 'File to write the archive to' })
  declare file: string

  @flags.string({
    description:
      'Public key (PEM, X25519 or RSA) of the recipient; if omitted, only this installation can open the archive',
  })
  declare to?: string

  async run() {
    const tenant = await Tenant.findBy({ slug: this.slug })
    if (!tenant) return this.#fail(`No tenant has the slug ${this.slug}`)
    const recipient = this.to ? await publicKeyIn(this.to) : undefined
    const line = new ProgressLine(this.logger)
    const manifest = await new TenantExport(tenant, {
      recipient,
      onProgress: ({ rows, files, bytes }) =>
        line.show(
          `${counted(rows, 'row')}, ${counted(files, 'file')}, ${Math.round(bytes / 1e6)} MB`
        ),
    }).write(this.file)
    line.end()
    this.logger.success(
      `${tenant.slug} (${tenant.id}) is in ${this.file}: ${counted(manifest.rows, 'row')}, ${counted(manifest.files, 'file')}`
    )
    this.logger.info(`Signed by the installation with the key ${fingerprint(manifest.publicKey)}`)
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #fail(message: string) {
    this.logger.error(message)
    this.exitCode = 2
  }
}
