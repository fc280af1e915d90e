import { spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PostgresBinaries } from './postgres_binaries.mjs'
import { SentenceError } from './sentence_error.mjs'
import { ServerHome } from './server_home.mjs'
import { canBeSocket } from './socket_path.mjs'
import { canReach, unprivilegedUser } from './unprivileged_user.mjs'

const HOST = '127.0.0.1'
const SUPERUSER = 'postgres'
const READY_WITHIN_MS = 60_000 // recovery after a kill may take its time
const RETRY_MS = 40
const OLD_BACKENDS_WITHIN_MS = 10_000

const SETTINGS = {
  listen_addresses: HOST,
  max_connections: 100,
  max_locks_per_transaction: 256, // a unit of work touches the many tables of a tenant's schemas
  password_encryption: 'scram-sha-256',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '256MB',
  checkpoint_timeout: '1h',
  shared_buffers: '512MB', // the catalogue of some thousand tenants
  autovacuum: 'off',
  max_parallel_workers_per_gather: 0, // a catalogue that large invites to it, and every core is busy
}

/** A private PostgreSQL from npm's binaries: own data folder, own port and socket, reachable from this machine alone. */
export class EmbeddedPostgres {
  /**
   * @param options.parent    the folder in which its data go, as `postgres/`
   * @param options.password  of the superuser; one data folder, one password
   * @param options.isDurable false for tests: nothing is flushed, a crash may lose everything
   * @param options.copyOf    the data folder of one that has stopped, with the same password, from which a new one begins
   */
  constructor({ parent, port, password, processes, isDurable = true, copyOf = null, rank = 0 }) {
    Object.assign(this, { port, password, processes, isDurable, copyOf, rank })
    /** For the server alone, beside what it needs. */
    this.environment = {}
    const name = 'postgres'
    this.user = unprivilegedUser({ owning: join(parent, name, 'data') })
    this.home = new ServerHome({ parent, name, user: this.user })
    this.data = join(this.home.folder, 'data')
  }

  async start() {
    const installed = PostgresBinaries.installed()
    this.home.prepare()
    this.binaries = canReach(installed.folder, this.user)
      ? installed
      : installed.copiedTo(this.home.sharedFolder)
    this.#refuseOtherMajor()
    this.#forgetDeadServer()
    if (!this.#isInitialised) await (this.copyOf ? this.#copy() : this.#initialise())
    await this.#launch()
    return this
  }

  /** The superuser's address. */
  get adminUrl() {
    return `postgres://${SUPERUSER}:${this.password}@${HOST}:${this.port}/postgres`
  }

  /** The address from which the application derives its logins, by their common prefix; each has a secret of its own. */
  url({ prefix, database }) {
    return `postgres://${prefix}@${HOST}:${this.port}/${database}`
  }

  /** The same, at its socket, where a round trip takes a fifth less; by the port where the path is too long for a socket. */
  socketUrl(names) {
    const url = new URL(this.url(names))
    if (this.#socketFolder) url.searchParams.set('host', this.#socketFolder)
    return url.href
  }

  /** Its own, which nobody else enters. Nothing where there is no room for one. */
  get #socketFolder() {
    const { folder } = this.home
    return canBeSocket(`${folder}/.s.PGSQL.${this.port}`) ? folder : ''
  }

  get #isInitialised() {
    return existsSync(join(this.data, 'global', 'pg_control'))
  }

  #refuseOtherMajor() {
    const file = join(this.data, 'PG_VERSION')
    if (!existsSync(file)) return
    const major = readFileSync(file, 'utf8').trim()
    if (major === this.binaries.major) return
    throw new SentenceError(
      `The data in ${this.home.link} were made by PostgreSQL ${major}, and this is ${this.binaries.major}. ` +
        'Start afresh with `npm run demo -- --fresh`, which discards them.'
    )
  }

  /**
   * After a kill the data folder still names its server. PostgreSQL sees through that, unless another
   * process of the same user has got the id since; then only the command line tells.
   */
  #forgetDeadServer() {
    const file = join(this.data, 'postmaster.pid')
    if (!existsSync(file)) return
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    const command = commandLine(pid)
    if (command?.includes(this.data)) {
      throw new SentenceError(
        `A PostgreSQL (process ${pid}) already runs on ${this.data}. End it and try again.`
      )
    }
    if (!command) return
    rmSync(file)
    for (const lock of globSync('.s.PGSQL.*', { cwd: this.home.folder }))
      rmSync(join(this.home.folder, lock))
  }

  /** By the system's own program: it takes a moment for 100,000 files. */
  #copy() {
    return this.#run('cp', ['-Rp', this.copyOf, this.data])
  }

  async #initialise() {
    rmSync(this.data, { recursive: true, force: true }) // what an interrupted first start has left
    const passwordFile = join(this.home.folder, 'superuser')
    writeFileSync(passwordFile, this.password, { mode: 0o600 })
    if (this.user) chownSync(passwordFile, this.user.uid, this.user.gid)
    try {
      await this.#run(this.binaries.initdb, [
        `--pgdata=${this.data}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(this.isDurable ? [] : ['--no-sync']),
      ])
    } finally {
      rmSync(passwordFile, { force: true })
    }
  }

  #run(command, args) {
    return new Promise((resolve, reject) => {
      let output = ''
      const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
      const child = spawn(command, args, { ...this.user, cwd: this.home.folder, env })
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => (output += text))
      child.once('error', reject)
      child.once('close', (code) => {
        if (code === 0) return resolve()
        reject(new SentenceError(`${command} failed:\n${output}`))
      })
    })
  }

  /** After a kill the last backends may need a moment to notice; until then a new server ends at once. */
  async #launch() {
    const deadline = Date.now() + OLD_BACKENDS_WITHIN_MS
    for (;;) {
      this.child = this.#spawnServer()
      try {
        await this.#untilReady()
        return this.child.settle()
      } catch (error) {
        const isEarly = /shared memory block .* is still in use/.test(this.child.tail())
        if (!isEarly || Date.now() > deadline) throw error
        await pause(OLD_BACKENDS_WITHIN_MS / 20)
      }
    }
  }

  #spawnServer() {
    return this.processes.start('postgres', this.binaries.postgres, this.#arguments(), {
      user: this.user ?? undefined,
      cwd: this.home.folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...this.environment },
      stopSignal: 'SIGINT', // "fast": open transactions are rolled back, then a clean shutdown
      rank: this.rank,
    })
  }

  #arguments() {
    const settings = {
      port: this.port,
      unix_socket_directories: this.#socketFolder,
      ...SETTINGS,
      ...(this.isDurable ? {} : FORGETFUL),
    }
    return [
      '-D',
      this.data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]
  }

  async #untilReady() {
    const deadline = Date.now() + READY_WITHIN_MS
    for (;;) {
      try {
        return await this.#connect()
      } catch (error) {
        if (!this.child.isRunning) {
          throw new SentenceError(`PostgreSQL ${this.child.outcome}.\n${this.child.tail()}`)
        }
        if (error.code === '28P01') throw this.#passwordRefused()
        if (Date.now() > deadline) throw error
        await pause(RETRY_MS)
      }
    }
  }

  #passwordRefused() {
    return new SentenceError(
      `The data in ${this.home.link} have another password than the secrets beside them. ` +
        'Start afresh with `npm run demo -- --fresh`, which discards them.'
    )
  }

  async #connect() {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: this.adminUrl })
    await client.connect()
    await client.end()
  }
}

/** The arguments a process was started with; null when there is none, or no way to tell. */
function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return null
  }
}
