import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { ClockWatch } from '#app/monitoring/clock_watch'
import { REVOCATION_REASONS } from '#app/sealing/revocation'
import CertificateRevocation from '#app/signing/seal/certificate_revocation'
import Tenant from '#app/tenants/tenant'
import { CONSOLE } from './_console.js'
import { refusalsAsSentences } from './_refusals.js'
import { revocationFlags, revocationLines } from './_revocation_flags.js'

export default class SealRevoke extends BaseCommand {
  static commandName = 'seal:revoke'
  static description = 'Revoke the certificates that a tenant’s documents were sealed with so far'
  static help = [
    'From then on the tenant seals with a new one. The verifier and the published list say of the old ones that they are revoked.',
    'After key_compromise, only seals with a trusted time stamp from before count; otherwise those made before do.',
    'Run again with key_compromise or an earlier --since=, it is stricter with what was revoked before; nothing becomes milder. With --again it leaves alone what is not revoked.',
  ]
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant' })
  declare slug: string

  @flags.string({ description: `Required. Why: ${REVOCATION_REASONS.join(', ')}` })
  declare reason?: string

  @flags.string({
    description: 'Since when seals do not count; from now on if omitted: 2026-11-23T09:00:00Z',
  })
  declare since?: string

  @flags.boolean({ description: 'Only make earlier revocations stricter, and revoke nothing new' })
  declare again: boolean

  @flags.boolean({ description: 'Those of the sandbox instead of the live ones' })
  declare test: boolean

  async run() {
    await ClockWatch.once()
    const tenant = await Tenant.findBy({ slug: this.slug })
    if (!tenant) return this.#fail(`No tenant has the slug ${this.slug}`)
    const revocation = revocationFlags(this)
    if (typeof revocation === 'string') return this.#fail(revocation)
    const environment = this.test ? 'test' : 'live'
    const wanted = { ...revocation, again: this.again }
    const asked = { tenant: tenant.ref, environment, ...wanted, actor: CONSOLE } as const
    const outcome = await CertificateRevocation.revokeAll(asked)
    const lines = revocationLines(outcome)
    for (const line of lines) this.logger.log(line)
    if (lines.length === 0)
      return void this.logger.log(
        this.again
          ? 'Nothing of this tenant is revoked yet.'
          : 'Nothing to revoke: this tenant has not sealed anything yet.'
      )
    if (outcome.revoked.length > 0) this.logger.log('The tenant seals with a new certificate.')
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #fail(message: string) {
    this.logger.error(message)
    this.exitCode = 2
  }
}
