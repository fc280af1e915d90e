import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { AuditVerification, type Verdict } from '#app/audit/audit_verification'
import {
  CheckpointVerification,
  type CheckpointVerdict,
} from '#app/audit/checkpoints/checkpoint_verification'
import { logWitnesses } from '#app/audit/configuration'
import { LogVerification, type LogVerdict } from '#app/audit/transparency/log_verification'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { counted } from '#app/foundation/counted'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { verifyPlatformTrail } from '#app/audit/platform_verification'
import { proveTimestamp } from '#app/sealing/pades/timestamp_token'
import { Cell } from '#app/tenancy/cell'
import Tenant from '#app/tenants/tenant'
import { refusalsAsSentences } from './_refusals.js'
import { ProgressLine } from './_progress_line.js'

type CellVerdict = CheckpointVerdict & { log: LogVerdict }

export default class AuditVerify extends BaseCommand {
  static commandName = 'audit:verify'
  static description =
    'Verify the audit trails of a tenant, one of its documents, or the platform; exits with 1 if anything was tampered with'
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant; omit it with --platform', required: false })
  declare slug?: string

  @args.string({
    description: 'Id of a document; verifies all documents if omitted',
    required: false,
  })
  declare document?: string

  @flags.boolean({ description: 'Verify the sandbox instead of the live environment' })
  declare test: boolean

  @flags.boolean({
    description:
      'Verify the operators’ trail, the checkpoints and the public log of every cell instead',
  })
  declare platform: boolean

  @flags.boolean({ description: 'Print the verdict as JSON' })
  declare json: boolean

  async run() {
    if (this.platform) return this.#ofPlatform()
    if (!this.slug) return this.#fail('Name a tenant by its slug, or ask for --platform')
    const tenant = await Tenant.findBy({ slug: this.slug })
    if (!tenant) return this.#fail(`No tenant has the slug ${this.slug}`)
    if (this.document && !isIdentifier('doc', this.document))
      return this.#fail('This is not the id of a document')
    this.#conclude(await this.#verify(tenant))
  }

  completed() {
    return refusalsAsSentences(this)
  }

  async #ofPlatform() {
    const verdict = await verifyPlatformTrail()
    const witnesses = logWitnesses.value.map(({ key }) => key)
    const cells: CellVerdict[] = []
    for (const cell of Cell.all()) {
      const checkpoints = await CheckpointVerification.run(cell, proveTimestamp)
      const log = await LogVerification.run(cell, witnesses)
      cells.push({ ...checkpoints, log })
    }
    if (this.json) this.logger.log(JSON.stringify({ ...verdict, cells }))
    else {
      this.#report(verdict)
      for (const cell of cells) this.#reportCell(cell)
    }
    const verdicts = [verdict, ...cells, ...cells.map(({ log }) => log)]
    const found = verdicts.some(({ findings }) => findings.length > 0)
    if (found) this.exitCode = 1
  }

  #reportCell({ cell, checkpoints, stamped, copies, findings, overtaken, log }: CellVerdict) {
    for (const { folder, first, last } of overtaken)
      this.logger.info(
        `${cell}: restored to an earlier moment: the copies of checkpoints ${first} to ${last} lie in ${folder}`
      )
    for (const { number, message } of findings)
      this.logger.error(`${cell} checkpoint ${number}: ${message}`)
    this.#summarise(
      `${cell}: ${counted(checkpoints, 'checkpoint')}, ${stamped} with a time stamp, ${copies} copied outside the database`,
      findings.length
    )
    for (const { number, message } of log.findings)
      this.logger.error(`${cell} public log at ${number}: ${message}`)
    this.#summarise(
      `${cell}: public log with ${counted(log.leaves, 'leaf', 'leaves')}, ${counted(log.heads, 'head')} and ${counted(log.cosignatures, 'signature')} of witnesses`,
      log.findings.length
    )
  }

  #conclude(verdict: Verdict) {
    this.#report(verdict)
    if (verdict.findings.length > 0) this.exitCode = 1
    else if (this.document && verdict.chains === 0) this.#fail('There is no trail of this document')
  }

  async #verify(tenant: Tenant): Promise<Verdict> {
    if (this.document)
      return new AuditVerification(
        tenant.ref,
        environmentOf(this.document),
        documentEvidence
      ).ofDocument(this.document)
    const environment = this.test ? 'test' : 'live'
    const verification = new AuditVerification(tenant.ref, environment, documentEvidence)
    const line = new ProgressLine(this.logger)
    const verdict = await verification.ofTenant(
      (chains) => this.json || line.show(`${counted(chains, 'trail')} read`)
    )
    line.end()
    return verdict
  }

  #report({ chains, entries, findings, begunAnewAt }: Verdict) {
    if (this.json)
      return this.logger.log(JSON.stringify({ chains, entries, findings, begunAnewAt }))
    if (begunAnewAt)
      this.logger.info(
        `The sandbox was reset at ${begunAnewAt.toISOString()}: earlier trails are gone; the account’s trail names who reset it`
      )
    for (const { chain, sequence, kind, message } of findings)
      this.logger.error(`${chain} entry ${sequence}: ${kind}: ${message}`)
    this.#summarise(
      `${counted(chains, 'trail')} with ${counted(entries, 'entry', 'entries')}`,
      findings.length
    )
  }

  #summarise(what: string, findings: number) {
    if (findings === 0) this.logger.success(`${what}: intact`)
    else this.logger.error(`${what}: ${counted(findings, 'finding')}`)
  }

  #fail(message: string) {
    this.logger.error(message)
    this.exitCode = 2
  }
}
