import { BaseCommand, flags } from '@adonisjs/core/ace'
import { ClockWatch } from '#app/monitoring/clock_watch'
import { REVOCATION_REASONS } from '#app/sealing/revocation'
import CertificateRevocation from '#app/signing/seal/certificate_revocation'
import { OfflineRoot } from '#app/signing/seal/offline_root'
import { SealHierarchy } from '#app/signing/seal/seal_hierarchy'
import { CONSOLE } from './_console.js'
import { refusalsAsSentences } from './_refusals.js'
import { rootKeyFile } from './_root_key_file.js'
import { revocationFlags, revocationLines } from './_revocation_flags.js'

export default class SealRotate extends BaseCommand {
  static commandName = 'seal:rotate'
  static description = 'Put a new authority in the place of the one that issues seal certificates'
  static help = [
    'Each tenant gets a certificate by the new one at its next seal. What was sealed before stays as it is, and good.',
    'With --reason= the authorities that issued before are revoked, and with them every certificate that they have issued.',
  ]
  static options = { startApp: true }

  @flags.boolean({ description: 'A new root as well; announce its fingerprint' })
  declare root: boolean

  @flags.string({ description: 'File with the key of the root, where that is kept offline' })
  declare rootKey?: string

  @flags.string({ description: 'File with the passphrase of that file' })
  declare passphraseFile?: string

  @flags.string({
    description: `Revoke the earlier authorities, because: ${REVOCATION_REASONS.join(', ')}`,
  })
  declare reason?: string

  @flags.string({
    description: 'Since when they do not count; from now on if omitted: 2026-11-23T09:00:00Z',
  })
  declare since?: string

  @flags.boolean({ description: 'The authority of the sandbox instead of the live one' })
  declare test: boolean

  async run() {
    await ClockWatch.once()
    const revocation = this.reason === undefined ? null : revocationFlags(this)
    if (typeof revocation === 'string') {
      this.logger.error(revocation)
      this.exitCode = 2
      return
    }
    const environment = this.test ? 'test' : 'live'
    const file = await rootKeyFile(this)
    const by = file && !this.root ? await OfflineRoot.credential(environment, file) : undefined
    const rotation = { withRoot: this.root, by, actor: CONSOLE }
    const { serial } = await SealHierarchy.rotate(environment, rotation)
    this.logger.log(`${serial} issues from now on.`)
    if (!revocation) return
    const asked = { environment, ...revocation, actor: CONSOLE } as const
    const lines = revocationLines(await CertificateRevocation.revokeIssuers(asked))
    if (lines.length === 0) this.logger.log('Revoked: nothing, none issued before.')
    for (const line of lines) this.logger.log(line)
    const roots = (await OfflineRoot.facts()).filter((root) => root.environment === environment)
    const command = `seal:root renew${this.test ? ' --test' : ''}`
    if (roots.some(({ missing }) => missing > 0))
      this.logger.log(
        `The list of the root does not say so yet: run ${command} with its key before you take it away.`
      )
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
