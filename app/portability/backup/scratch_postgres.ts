import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { BackedUpServer } from './manifest.js'
import { SCRATCH_PORT, scratchSettings } from './scratch_settings.js'

const run = promisify(execFile)

const READY_WITHIN_MS = 600_000
const STEP_MS = 100
/** PostgreSQL refuses to run as root. */
const UNPRIVILEGED = ['postgres', 'nobody']

/** A PostgreSQL that runs on a copy of a backup, in a folder of its own that goes when it is closed. */
export class ScratchPostgres {
  #child: ChildProcess | undefined
  #clients = new Map<string, pg.Client>()

  private constructor(
    private folder: string,
    private superuser: string,
    private signal: AbortSignal
  ) {}

  /**
   * @param archives  the folder with `base.tar`
   * @param programs  that with `postgres`
   * @param signal  ends it before it is ready
   */
  static async open(
    archives: string,
    { superuser }: BackedUpServer,
    programs: string,
    signal: AbortSignal
  ): Promise<ScratchPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-verify-'))
    const scratch = new ScratchPostgres(folder, superuser, signal)
    try {
      await scratch.#unpack(archives)
      await scratch.#start(programs)
      return scratch
    } catch (error) {
      await scratch.close()
      throw error
    }
  }

  /** One connection of the superuser to a database. */
  async client(database: string): Promise<pg.Client> {
    const known = this.#clients.get(database)
    if (known) return known
    const { folder: host, superuser: user } = this
    const client = new pg.Client({ host, port: SCRATCH_PORT, user, database })
    client.on('error', () => {}) // it fails what is asked of it
    await client.connect()
    this.#clients.set(database, client)
    return client
  }

  /** At once: nobody needs what is in it. */
  async close(): Promise<void> {
    for (const client of this.#clients.values()) await client.end().catch(() => {})
    if (this.#child && !this.#hasEnded) {
      const ended = new Promise((resolve) => this.#child!.once('exit', resolve))
      this.#child.kill('SIGQUIT')
      await ended
    }
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Tablespaces go beside the data: where they were, others may be. */
  async #unpack(archives: string): Promise<void> {
    const data = this.#data
    await mkdir(data, { mode: 0o700 })
    await this.#run('tar', ['-xf', join(archives, 'base.tar'), '-C', data])
    for (const name of await readdir(archives)) {
      const [, number] = /^(\d+)\.tar$/.exec(name) ?? []
      if (!number) continue
      const place = join(data, 'pg_tblspc', number)
      await rm(place, { force: true })
      await mkdir(place, { mode: 0o700 })
      await this.#run('tar', ['-xf', join(archives, name), '-C', place])
    }
  }

  async #start(programs: string): Promise<void> {
    const settings = await scratchSettings(this.folder)
    const user = await this.#owner()
    const log = createWriteStream(this.#log)
    this.#child = spawn(join(programs, 'postgres'), ['-D', this.#data, ...settings], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    })
    this.#child.stderr?.pipe(log)
    await this.#isReady()
  }

  /** Root hands the folder to somebody else. */
  async #owner(): Promise<{ uid?: number; gid?: number }> {
    if (process.getuid?.() !== 0) return {}
    for (const name of UNPRIVILEGED) {
      const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name]))).catch(
        () => null
      )
      if (!ids) continue
      const [uid, gid] = ids.map(({ stdout }) => Number(stdout))
      await this.#run('chown', ['-R', `${uid}:${gid}`, this.folder])
      await chmod(this.folder, 0o700)
      return { uid, gid }
    }
    throw new Error('PostgreSQL does not run as root, and this machine has no other user for it')
  }

  async #isReady(): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS
    for (;;) {
      try {
        await this.client('postgres')
        return
      } catch (error) {
        this.signal.throwIfAborted()
        if (this.#hasEnded || performance.now() > deadline) {
          const said = (await readFile(this.#log, 'utf8')).trim().split('\n').slice(-5)
          throw new Error(`PostgreSQL did not start: ${said.join(' / ')}`, { cause: error })
        }
        await pause(STEP_MS)
      }
    }
  }

  #run(program: string, args: readonly string[]): Promise<unknown> {
    return run(program, args, { signal: this.signal })
  }

  /** By itself, or killed. */
  get #hasEnded(): boolean {
    return this.#child!.exitCode !== null || this.#child!.signalCode !== null
  }

  get #data(): string {
    return join(this.folder, 'data')
  }

  get #log(): string {
    return join(this.folder, 'log')
  }
}
