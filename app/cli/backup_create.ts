import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import env from '#start/env'
import { counted } from '#app/foundation/counted'
import { Backup, type BackupProgress } from '#app/portability/backup/backup'
import { areOnOneDisk, assertApart, unfinishedBeside } from '#app/portability/backup/backup_places'
import { backupAddresses } from '#app/portability/backup/database_servers'
import { refusalsAsSentences } from './_refusals.js'
import { ProgressLine } from './_progress_line.js'

export default class BackupCreate extends BaseCommand {
  static commandName = 'backup:create'
  static description =
    'Back up this installation into a new folder, databases first, while everybody works; the keys go to another place'
  static options = { startApp: true }

  @args.string({ description: 'Folder to make, such as /var/backups/countersign/2026-11-25' })
  declare folder: string

  @flags.string({
    description:
      'Folder to make for the keys, best on another machine’s disk; required without --without-keys',
  })
  declare keys?: string

  @flags.boolean({ description: 'Leave the keys out: something else copies KEYS_DIR' })
  declare withoutKeys: boolean

  @flags.boolean({ description: 'Leave the documents out: something else copies the bucket' })
  declare withoutDocuments: boolean

  @flags.boolean({ description: 'Only list the documents, with their hashes, for backup:verify' })
  declare listDocuments: boolean

  @flags.boolean({ description: 'Print the manifest as one line of JSON' })
  declare json: boolean

  #stop = new AbortController()
  #line = new ProgressLine(this.logger)

  async run() {
    const { folder, keys = null } = this
    const addresses = env.get('DATABASE_BACKUP_URL') ?? env.get('DATABASE_ADMIN_URL')
    if (!addresses)
      return this.#fail('Set DATABASE_BACKUP_URL to the address of a login that may replicate')
    if (keys === null ? !this.withoutKeys : this.withoutKeys)
      return this.#fail('Name a folder for the keys by --keys, or leave them out by --without-keys')
    if (this.withoutDocuments && this.listDocuments)
      return this.#fail(
        'Leave the documents out or list them: --without-documents, --list-documents'
      )
    await assertApart({ folder, keys }, this.#ownFolders())
    if (keys !== null && (await areOnOneDisk(folder, keys)))
      this.#warn('The keys and the data go to one disk: who gets it reads every document')
    for (const path of await unfinishedBeside({ folder, keys }))
      this.#warn(`${path} was never finished. Remove it, unless another run writes it`)
    await this.#create(addresses, keys)
  }

  async #create(addresses: string, keys: string | null): Promise<void> {
    const creation = Backup.create({
      folder: this.folder,
      keys,
      addresses: backupAddresses(addresses),
      storage: this.#storage,
      signal: this.#stop.signal,
      onProgress: (progress) => this.#show(progress),
    })
    this.app.terminating(async () => {
      this.#stop.abort(new Exception('The backup was interrupted', { status: 409 }))
      await creation.catch(() => {})
    })
    const { manifest, unnoted } = await creation.catch((error: unknown) => {
      this.#stop.signal.throwIfAborted()
      throw error
    })
    if (unnoted) this.#warnUnnoted(unnoted)
    if (this.json) return this.logger.log(JSON.stringify(manifest))
    this.#line.end()
    this.logger.success(
      `${this.folder} has ${counted(manifest.files, 'file')} of ${megabytes(manifest.bytes)} MB, as of ${manifest.takenAt}`
    )
    this.logger.info('Verify it: npm run ace -- backup:verify')
  }

  #warnUnnoted(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    this.#warn(
      `${this.folder} is whole, but could not be noted in the database, which backup:verify does: ${reason}`
    )
  }

  /** Beside what is printed, which with `--json` is one value for a program. */
  #warn(message: string): void {
    this.logger.logError(this.logger.prepareWarning(message))
  }

  completed() {
    return refusalsAsSentences(this)
  }

  get #storage() {
    if (this.listDocuments) return 'listed'
    return this.withoutDocuments ? 'left' : 'copied'
  }

  #show({ step, files, bytes }: BackupProgress): void {
    if (!this.json) this.#line.show(`${step}: ${counted(files, 'file')}, ${megabytes(bytes)} MB`)
  }

  #ownFolders(): string[] {
    const own = [env.get('KEYS_DIR'), env.get('CHECKPOINTS_DIR'), env.get('STORAGE_DIR')]
    return own.flatMap((path) => path || [])
  }

  #fail(message: string) {
    this.logger.error(message)
    this.exitCode = 2
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
