import { readFile } from 'node:fs/promises'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { printableOf } from '#app/foundation/printable_text'
import { intake } from '#app/sealing/intake/intake'
import type { ExaminedFile } from '#app/sealing/verifier/seal_report'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { fileFacts } from '#app/signing/verified_file/file_facts'
import { fileWords, type TrailWords } from '#app/signing/verified_file/file_words'

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
      this.#print(await SealVerification.withTrail(bytes))
    } finally {
      intake.close()
    }
  }

  #print({ report, trail: file }: ExaminedFile): void {
    const words = fileWords(report, file, Phrasebook.in('en'))
    const { title, text, found, proves, signatures, limits, trail, sha256 } = words
    if (report.verdict !== 'whole' || trail?.isWhole === false) this.exitCode = 1
    if (this.json) return this.logger.log(JSON.stringify({ ...report, ...fileFacts(report, file) }))
    const lines = (mark: string, all: readonly string[]) => all.map((line) => `${mark} ${line}`)
    const said = [
      `${title}. ${text}`,
      ...lines('✖', found),
      ...lines('✔', proves),
      ...lines('✎', signatures),
      ...lines('?', limits),
      ...(trail ? linesOf(trail) : []),
      `SHA-256 ${sha256}`,
    ]
    // a terminal obeys what a file may say
    for (const line of said) this.logger.log(printableOf(line))
  }
}

/** Who signed, and below each what they did. */
function linesOf({ state, signers }: TrailWords): string[] {
  return [
    state,
    ...signers.flatMap(({ name, email, facts, steps }) => [
      `${name} <${email}>: ${facts}`,
      ...steps.map(({ at, text }) => `  ${at} UTC  ${text}`),
    ]),
  ]
}
