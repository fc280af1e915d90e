import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { ExpiredBackups } from '#app/portability/backup/expired_backups'
import { refusalsAsSentences } from './_refusals.js'

export default class BackupPrune extends BaseCommand {
  static commandName = 'backup:prune'
  static description =
    'Remove backups and their keys on the last day that certificates of erasure name; never the newest verified one'
  static options = { startApp: true }

  @args.string({ description: 'Folder that backups lie in, such as /var/backups/countersign/data' })
  declare folder: string

  @flags.string({
    description:
      'Folder that their keys lie in, such as /mnt/keys/countersign; required without --without-keys',
  })
  declare keys?: string

  @flags.boolean({ description: 'Only remove data: something else copies KEYS_DIR' })
  declare withoutKeys: boolean

  @flags.number({
    description: 'Also remove those that are older than so many of the newest that were verified',
  })
  declare keep?: number

  async run() {
    const { folder, keys = null, keep = null } = this
    if (keys === null ? !this.withoutKeys : this.withoutKeys)
      return this.#fail('Name the folder of the keys by --keys, or leave them by --without-keys')
    if (keep !== null && !(Number.isInteger(keep) && keep > 0))
      return this.#fail('Keep a whole number of backups, at least one: --keep=14')
    const { removed, overdue } = await ExpiredBackups.remove({ folder, keys, keep })
    for (const path of removed) this.logger.info(`${path} is removed`)
    for (const { path, endsOn } of overdue)
      this.logger.error(
        `${path} was to be gone by ${endsOn}, but no newer backup is verified: make one with backup:create and backup:verify`
      )
    if (overdue.length > 0) this.exitCode = 1
    else this.logger.success(`Folders removed: ${removed.length}`)
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #fail(message: string) {
    this.logger.error(message)
    this.exitCode = 2
  }
}
