import { readFile } from 'node:fs/promises'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { sealWords } from '#app/sealing/verifier/seal_words'
import { intake } from '#app/sealing/intake/intake'
import type { SealReport } from '#app/sealing/verifier/seal_report'
import { SealVerification } from '#app/signing/seal/seal_verification'

export default class Verify extends BaseCommand {
  static commandName = 'verify'
  static description =
    'Check whether a PDF is what this installation sealed; exits with 1 if anything is wrong'
  static help = ['The file is examined in a limited process, and nothing of it is kept.']
  static options = { startApp: true }

  @args.string({ description: 'The PDF' })
  declare file: string

  @flags.boolean({ description: 'Print one line of JSON' })
  declare json: boolean

  async run() {
    const bytes = await readFile(this.file).catch((error: Error) => error)
    if (bytes instanceof Error) {
      this.logger.error(`The file cannot be read: ${bytes.message}`)
      this.exitCode = 1
      return
    }
    try {
      this.#print(await SealVerification.of(bytes))
    } finally {
      intake.close()
    }
  }

  #print(report: SealReport): void {
    if (report.verdict !== 'whole') this.exitCode = 1
    if (this.json) return this.logger.log(JSON.stringify(report))
    const words = sealWords(report, Phrasebook.in('en'))
    const { title, text, found, proves, signatures, limits, sha256 } = words
    const lines = (mark: string, all: readonly string[]) => all.map((line) => `${mark} ${line}`)
    this.logger.log(`${title}. ${text}`)
    const said = [...lines('✖', found), ...lines('✔', proves)]
    for (const line of [...said, ...lines('✎', signatures), ...lines('?', limits)])
      this.logger.log(line)
    this.logger.log(`SHA-256 ${sha256}`)
  }
}
