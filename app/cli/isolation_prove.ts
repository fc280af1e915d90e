import { writeFile } from 'node:fs/promises'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import router from '@adonisjs/core/services/router'
import db from '@adonisjs/lucid/services/db'
import { IsolatedProcess } from '#app/isolation/installation/isolated_process'
import { Catcher } from '#app/isolation/installation/catcher'
import { OwnWeb } from '#app/isolation/installation/own_web'
import { proveIsolation, type Proof } from '#app/isolation/proof'
import { reportOf } from '#app/isolation/report'
import { refusalsAsSentences } from './_refusals.js'

const STEP_MS = 5_000

export default class IsolationProve extends BaseCommand {
  static commandName = 'isolation:prove'
  static description =
    'Attack every route with every credential to cross tenants, environments and roles; exits with 1 if an attack succeeds'
  static help = [
    'Creates five tenants and three operators and removes them afterwards; it touches nobody else’s data.',
    'Their mails and webhooks stay in this process: nothing is sent. It takes one to three minutes, on a busy machine more, and never more than thirty.',
    'The report is dated Markdown. After a change to some routes, `--routes` attacks those alone, in a third of the time.',
  ]
  static options = { startApp: IsolatedProcess.ports !== null }

  @flags.string({ description: 'File to write the report to, in addition to the terminal' })
  declare report?: string

  @flags.number({
    description: 'Seed for the order of attempts; the same seed gives the same order',
    default: 1,
  })
  declare seed: number

  @flags.string({
    description:
      'Regular expression: attack only the routes whose pattern matches, such as ^/settings/keys',
  })
  declare routes?: string

  #toldAt = 0

  async run() {
    const only = this.routes === undefined ? null : expressionOf(this.routes)
    if (only instanceof SyntaxError) {
      this.logger.error(`--routes: ${only.message}`)
      this.exitCode = 1
      return
    }
    const ports = IsolatedProcess.ports
    if (!ports) {
      this.exitCode = await IsolatedProcess.rerun()
      return
    }
    await db.rawQuery('select 1') // without a database, the web process to attack would end at once
    await import('#start/routes')
    router.commit()
    const catcher = await Catcher.open(ports)
    try {
      const web = await OwnWeb.start()
      try {
        const proof = await proveIsolation({
          origin: web.origin,
          hooks: `http://127.0.0.1:${ports.hooks}`,
          log: () => web.log,
          caught: () => catcher.caught,
          seed: this.seed,
          only,
          onProgress: (step) => this.#progress(step),
        })
        await this.#print(proof)
      } finally {
        await web.stop()
      }
    } finally {
      await catcher.close()
    }
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #progress(step: string): void {
    const now = performance.now()
    if (now - this.#toldAt < STEP_MS) return
    this.#toldAt = now
    this.logger.info(`${Math.round(now / 1_000)} s: ${step}`)
  }

  async #print(proof: Proof): Promise<void> {
    const text = reportOf(proof)
    this.logger.log(text)
    if (this.report) await writeFile(this.report, `${text}\n`)
    if (proof.findings.length > 0) this.exitCode = 1
  }
}

function expressionOf(source: string): RegExp | SyntaxError {
  try {
    return new RegExp(source)
  } catch (error) {
    return error as SyntaxError
  }
}
