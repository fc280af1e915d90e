import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { counted } from '#app/foundation/counted'
import { EvidenceExport } from '#app/signing/evidence_package/evidence_export'
import { ClockWatch } from '#app/monitoring/clock_watch'
import Tenant from '#app/tenants/tenant'
import { refusalsAsSentences } from './_refusals.js'
import { ProgressLine } from './_progress_line.js'

const DAY = /^\d{4}-\d{2}-\d{2}$/

export default class EvidenceExportCommand extends BaseCommand {
  static commandName = 'evidence:export'
  static description =
    'Write the evidence packages of a tenant’s documents into a folder; exits with 1 if one could not be made'
  static help = [
    'Name documents with --document, or a period with --from, --to or both.',
    'Interrupted, it goes on where it was: packages that are there already are left as they are.',
  ]
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant' })
  declare slug: string

  @args.string({ description: 'Folder to write to' })
  declare folder: string

  @flags.array({ description: 'Id of a document; give it once for each' })
  declare document?: string[]

  @flags.string({ description: 'First day on which documents were sent, in UTC: 2026-01-01' })
  declare from?: string

  @flags.string({ description: 'Last day on which documents were sent, in UTC: 2026-12-31' })
  declare to?: string

  async run() {
    await ClockWatch.once() // certificates of endings are signed, by a certificate that may have to be issued
    const tenant = await Tenant.findBy({ slug: this.slug })
    if (!tenant) return this.#fail(`No tenant has the slug ${this.slug}`)
    const days = [this.from, this.to].filter((day) => day !== undefined)
    if (days.some((day) => !DAY.test(day) || Number.isNaN(Date.parse(day))))
      return this.#fail('Days are written like 2026-12-31')
    if (!this.document && days.length === 0)
      return this.#fail('Name documents with --document, or a period with --from and --to')
    const line = new ProgressLine(this.logger)
    const { made, known, failed } = await new EvidenceExport(tenant.ref, this.folder).run(
      { ids: this.document, from: this.from, to: this.to },
      (count) => line.show(counted(count, 'document'))
    )
    line.end()
    this.logger.success(
      `${counted(made, 'package')} made, ${known} ${known === 1 ? 'was' : 'were'} there already; see contents.csv`
    )
    if (failed === 0) return
    this.logger.error(`${failed} could not be made: contents.csv says why`)
    this.exitCode = 1
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #fail(message: string) {
    this.logger.error(message)
    this.exitCode = 2
  }
}
