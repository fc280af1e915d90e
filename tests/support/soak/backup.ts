import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { archiveCommand } from '#tests/support/archive_command'
import { until } from '#tests/support/until'
import type { SoakSystem } from './soak_system.js'

const run = promisify(execFile)

/** What an installation keeps beside its database. */
const FOLDERS = ['storage', 'keys', 'checkpoints']

/** As docs/deploy/backup.md makes one, by its commands: data and keys in two places, and the WAL since then in a third. */
export class Backup {
  private constructor(
    private system: SoakSystem,
    private folder: string
  ) {}

  /** From now on the WAL is archived, which takes a restart. */
  static async begin(system: SoakSystem): Promise<Backup> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-backup-'))
    await chmod(folder, 0o755)
    const backup = new Backup(system, folder)
    await mkdir(backup.#wal)
    await chmod(backup.#wal, 0o777) // PostgreSQL runs as another user
    const { servers } = system
    await servers.query(`alter system set archive_mode = 'on'`)
    await servers.query(`alter system set archive_command = '${archiveCommand(backup.#wal)}'`)
    await servers.crashPostgres(0)
    return backup
  }

  /** While everybody works. */
  create() {
    return this.system.ace('backup:create', this.data, `--keys=${this.keys}`)
  }

  verify() {
    const { programs } = this.system.servers
    return this.system.ace(
      'backup:verify',
      this.data,
      `--keys=${this.keys}`,
      `--postgres=${programs}`
    )
  }

  /** The last of the WAL, and then the folders: files are written before the rows that name them. */
  async takeRest(): Promise<void> {
    const { servers } = this.system
    const [{ file }] = await servers.query<{ file: string }>(
      'select pg_walfile_name(pg_switch_wal()) as file'
    )
    await until(async () => (await readdir(this.#wal)).includes(file))
    await this.takeFolders(FOLDERS)
  }

  /** What is copied oftener than a backup is made. */
  async takeFolders(names: readonly string[]): Promise<void> {
    for (const name of names) await copy(join(this.system.servers.folder, name), this.#newer)
  }

  /**
   * Into another folder, and the data of a server that has not started.
   *
   * @param moment  it reads the WAL to its end when it starts, or only what the backup has of it
   */
  async restore(folder: string, data: string, moment: 'end of WAL' | 'backup'): Promise<void> {
    await mkdir(data, { mode: 0o700 })
    await run('tar', ['-xf', join(this.data, 'databases/main/base.tar'), '-C', data])
    const settings = [`restore_command = 'cp ${this.#wal}/%f %p'`]
    if (moment === 'backup')
      settings.push(`recovery_target = 'immediate'`, `recovery_target_action = 'promote'`)
    await appendFile(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
    await writeFile(join(data, 'recovery.signal'), '')
    await run('chown', ['-R', `--reference=${join(data, '..')}`, data])
    for (const name of FOLDERS) {
      await copy(join(name === 'keys' ? this.keys : this.data, name), folder)
      await copy(join(this.#newer, name), folder)
    }
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  get data(): string {
    return join(this.folder, 'data', 'night')
  }

  get keys(): string {
    return join(this.folder, 'keys', 'night')
  }

  get #wal(): string {
    return join(this.folder, 'wal')
  }

  get #newer(): string {
    return join(this.folder, 'newer')
  }
}

/** What is there, over what is there already. */
async function copy(from: string, into: string): Promise<void> {
  await mkdir(into, { recursive: true })
  const name = from.slice(from.lastIndexOf('/') + 1)
  const siblings = await readdir(join(from, '..')).catch((): string[] => [])
  if (siblings.includes(name)) await run('cp', ['-a', from, into])
}
