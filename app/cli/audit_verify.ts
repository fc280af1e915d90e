import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { AuditVerification, type Verdict } from '#app/audit/audit_verification'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import Tenant from '#app/tenants/tenant'

export default class AuditVerify extends BaseCommand {
  static commandName = 'audit:verify'
  static description =
    'Verify the audit trails of a tenant, or of one of its documents; exit code 1 when anything was tampered with'
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant' })
  declare slug: string

  @args.string({ description: 'Id of a document; without it all are verified', required: false })
  declare document?: string

  @flags.boolean({ description: 'Verify the sandbox instead of live' })
  declare test: boolean

  @flags.boolean({ description: 'Print the verdict as JSON' })
  declare json: boolean

  async run() {
    const tenant = await Tenant.findBy({ slug: this.slug })
    if (!tenant) return this.#fail(`No tenant has the slug ${this.slug}`)
    if (this.document && !isIdentifier('doc', this.document))
      return this.#fail('This is not the id of a document')
    const verdict = await this.#verify(tenant)
    this.#report(verdict)
    if (verdict.findings.length > 0) this.exitCode = 1
  }

  #verify(tenant: Tenant): Promise<Verdict> {
    if (this.document)
      return new AuditVerification(tenant.ref, environmentOf(this.document)).ofDocument(
        this.document
      )
    const verification = new AuditVerification(tenant.ref, this.test ? 'test' : 'live')
    return verification.ofTenant(
      (chains) => this.json || this.logger.logUpdate(`${chains} trails read`)
    )
  }

  #report({ chains, entries, findings }: Verdict) {
    if (this.json) return this.logger.log(JSON.stringify({ chains, entries, findings }))
    for (const { chain, sequence, kind, message } of findings)
      this.logger.error(`${chain} entry ${sequence}: ${kind}: ${message}`)
    const summary = `${chains} trails with ${entries} entries: ${findings.length === 0 ? 'whole' : `${findings.length} findings`}`
    findings.length === 0 ? this.logger.success(summary) : this.logger.error(summary)
  }

  #fail(message: string) {
    this.logger.error(message)
    this.exitCode = 2
  }
}
