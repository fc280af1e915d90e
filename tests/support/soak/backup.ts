import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '#tests/support/until'
import { copyData } from './copied_data.js'
import type { SoakServers } from './soak_servers.js'

const run = promisify(execFile)

/** What belongs to an installation beside its database. */
const FOLDERS = ['storage', 'keys', 'checkpoints']

/** As docs/deploy/backup.md makes one: a base backup, the WAL since then, and after these the folders. */
export class Backup {
  private constructor(
    private servers: SoakServers,
    private folder: string
  ) {}

  /** From now on the WAL is archived, which takes a restart. */
  static async begin(servers: SoakServers): Promise<Backup> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-backup-'))
    await chmod(folder, 0o755)
    const backup = new Backup(servers, folder)
    await mkdir(backup.#wal, { mode: 0o777 })
    await chmod(backup.#wal, 0o777) // PostgreSQL runs as another user
    await servers.query(`alter system set archive_mode = 'on'`)
    const command = `test ! -f ${backup.#wal}/%f && cp %p ${backup.#wal}/%f`
    await servers.query(`alter system set archive_command = '${command}'`)
    await servers.crashPostgres(0)
    return backup
  }

  /** While everybody works. */
  async takeBase(): Promise<void> {
    await copyData(this.servers.postgres, this.#base)
  }

  /** The last of the WAL, and then the folders: files are written before the rows that name them. */
  async takeRest(): Promise<void> {
    const [{ file }] = await this.servers.query<{ file: string }>(
      'select pg_walfile_name(pg_switch_wal()) as file'
    )
    await until(async () => (await readdir(this.#wal)).includes(file))
    for (const name of await this.#foldersIn(this.servers.folder))
      await run('cp', ['-a', join(this.servers.folder, name), join(this.folder, name)])
  }

  /** Into another folder, and the data of a server that has not started: it reads the WAL to its end when it does. */
  async restore(folder: string, data: string): Promise<void> {
    await run('cp', ['-a', this.#base, data])
    const command = `cp ${this.#wal}/%f %p`
    await appendFile(
      join(data, 'postgresql.auto.conf'),
      `archive_mode = 'off'\nrestore_command = '${command}'\n`
    )
    await writeFile(join(data, 'recovery.signal'), '')
    await run('chown', ['-R', `--reference=${join(data, 'PG_VERSION')}`, data])
    for (const name of await this.#foldersIn(this.folder))
      await run('cp', ['-a', join(this.folder, name), join(folder, name)])
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Checkpoints are there once the first is due. */
  async #foldersIn(parent: string): Promise<string[]> {
    const there = await readdir(parent)
    return FOLDERS.filter((name) => there.includes(name))
  }

  get #wal(): string {
    return join(this.folder, 'wal')
  }

  get #base(): string {
    return join(this.folder, 'base')
  }
}
