import { writeFile } from 'node:fs/promises'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import { OwnWeb } from '#app/isolation/own_web'
import { proveIsolation, type Proof } from '#app/isolation/proof'
import { reportOf } from '#app/isolation/report'

export default class IsolationProve extends BaseCommand {
  static commandName = 'isolation:prove'
  static description =
    'Try every route with every credential to get from one tenant to another; exit code 1 when a hole is found'
  static help = [
    'Two tenants are made for it and erased afterwards; what belongs to others is not touched.',
    'The report is Markdown, with its date.',
  ]
  static options = { startApp: true }

  @flags.string({ description: 'File for the report, beside the terminal' })
  declare report?: string

  async run() {
    const web = await OwnWeb.start()
    try {
      const proof = await proveIsolation({
        origin: web.origin,
        log: () => web.log,
        onProgress: (step) => this.logger.logUpdate(step),
      })
      await this.#tell(proof)
    } finally {
      await web.stop()
    }
  }

  async #tell(proof: Proof): Promise<void> {
    const text = reportOf(proof)
    this.logger.logUpdatePersist()
    this.logger.log(text)
    if (this.report) await writeFile(this.report, `${text}\n`)
    if (proof.findings.length > 0) this.exitCode = 1
  }
}
