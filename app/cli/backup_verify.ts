import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import { BackupCheck, type BackupVerdict } from '#app/portability/backup/backup_check'
import { refusalsAsSentences } from './_refusals.js'
import { ProgressLine } from './_progress_line.js'

const SHOWN = 20

export default class BackupVerify extends BaseCommand {
  static commandName = 'backup:verify'
  static description =
    'Read all of a backup, restore its databases in a place of their own, and say what is missing; exits with 1 if anything is'
  static options = { startApp: true }

  @args.string({ description: 'Folder that backup:create made' })
  declare folder: string

  @flags.string({
    description: 'Folder that backup:create made for the keys; they are not looked at if omitted',
  })
  declare keys?: string

  @flags.string({
    description: 'Folder with the program postgres of the same major version, if it is elsewhere',
  })
  declare postgres?: string

  @flags.boolean({ description: 'Print the verdict as one line of JSON' })
  declare json: boolean

  #stop = new AbortController()

  async run() {
    const line = new ProgressLine(this.logger)
    const check = new BackupCheck({
      folder: this.folder,
      keys: this.keys,
      programs: this.postgres,
      signal: this.#stop.signal,
      onProgress: (step) => this.json || line.show(step),
    }).run()
    this.app.terminating(async () => {
      this.#stop.abort(new Exception('The verification was interrupted', { status: 409 }))
      await check.catch(() => {})
    })
    const verdict = await check
    if (verdict.faults.length > 0) this.exitCode = 1
    if (this.json) return this.logger.log(JSON.stringify(verdict))
    line.end()
    this.#print(verdict)
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #print({ manifest, faults, notes, restored }: BackupVerdict): void {
    for (const fault of faults.slice(0, SHOWN)) this.logger.error(fault)
    if (faults.length > SHOWN) this.logger.error(`and ${faults.length - SHOWN} more`)
    for (const note of notes.slice(0, SHOWN)) this.logger.info(note)
    if (notes.length > SHOWN) this.logger.info(`and ${notes.length - SHOWN} more`)
    if (manifest && faults.length === 0)
      this.logger.success(
        restored
          ? `The backup of ${manifest.takenAt} is whole and was restored: ${restored.tenants} tenants, ${manifest.files} files`
          : `The backup of ${manifest.takenAt} is as it was made: ${manifest.files} files`
      )
  }
}
