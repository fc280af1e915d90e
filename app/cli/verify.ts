import { readFile, stat } from 'node:fs/promises'
import { relative } from 'node:path'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { counted } from '#app/foundation/counted'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { printableOf } from '#app/foundation/printable_text'
import { intake } from '#app/sealing/intake/intake'
import type { ExaminedFile } from '#app/sealing/verifier/seal_report'
import { unpackedIn } from '#app/signing/evidence_package/unpacked_package'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { fileFacts } from '#app/signing/verified_file/file_facts'
import { fileWords, type TrailWords } from '#app/signing/verified_file/file_words'
import { refusalsAsSentences } from './_refusals.js'

export default class Verify extends BaseCommand {
  static commandName = 'verify'
  static description =
    'Check whether a PDF is what this installation sealed; exits with 1 if anything is wrong'
  static help = [
    'Of a folder, such as an evidence package that was unpacked, all PDFs that were sealed, and whether its files agree with its list of hashes, which is not signed: what is sealed proves itself.',
    'Files are examined in a limited process, and nothing of them is kept.',
  ]
  static options = { startApp: true }

  @args.spread({ description: 'PDFs, and folders with PDFs' })
  declare paths: string[]

  @flags.boolean({ description: 'Print one line of JSON for each file' })
  declare json: boolean

  async run() {
    try {
      const files = await this.#files()
      for (const file of files) await this.#verify(file, files.length > 1)
    } finally {
      intake.close()
    }
  }

  completed() {
    return refusalsAsSentences(this)
  }

  /** With what is wrong with folders said already. */
  async #files(): Promise<string[]> {
    const files: string[] = []
    for (const path of this.paths) {
      const found = await stat(path).catch(() => null)
      files.push(...(found?.isDirectory() ? await this.#unpacked(path) : [path]))
    }
    return files
  }

  async #unpacked(folder: string): Promise<string[]> {
    const { pdfs, changed, missing, same } = await unpackedIn(folder)
    if (pdfs.length === 0) this.#fail(`${folder} contains no PDF that could be sealed`)
    for (const file of changed) this.#fail(`${relative('', file)} is not the file that was packed`)
    for (const file of missing) this.#fail(`${relative('', file)} is missing`)
    if (same > 0 && !this.json)
      this.logger.log(
        `✔ ${counted(same, 'file agrees', 'files agree')} with SHA256SUMS, which is not signed`
      )
    return pdfs
  }

  async #verify(file: string, isNamed: boolean): Promise<void> {
    const bytes = await readFile(file).catch((error: Error) => error)
    if (bytes instanceof Error) return this.#fail(`The file cannot be read: ${bytes.message}`)
    const name = relative('', file)
    if (isNamed && !this.json) this.logger.log(`\n${printableOf(name)}`)
    const found = await SealVerification.withTrail(bytes).catch((error: Error) => error)
    if (found instanceof Error) return this.#fail(`${name} cannot be checked: ${found.message}`)
    this.#print(found, isNamed ? name : null)
  }

  #fail(sentence: string) {
    this.logger.error(printableOf(sentence))
    this.exitCode = 1
  }

  #print({ report, trail: file }: ExaminedFile, name: string | null): void {
    const words = fileWords(report, file, Phrasebook.in('en'))
    const { title, text, found, proves, signatures, limits, trail, sha256 } = words
    if (report.verdict !== 'whole' || trail?.isWhole === false) this.exitCode = 1
    const named = name !== null && { file: name }
    if (this.json)
      return this.logger.log(JSON.stringify({ ...named, ...report, ...fileFacts(report, file) }))
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
