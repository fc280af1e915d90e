import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#app/foundation/processes/free_port'
import { loginSecrets } from '#config/cells'
import { loginUrl, type Login } from '#app/tenancy/connections/login'

const LOGINS: readonly Login[] = ['platform', 'app', 'relay', 'migrator']
const READY_WITHIN_MS = 10_000
const MISSING =
  'PgBouncer is not on this machine: run apt-get install pgbouncer, or name its program in PGBOUNCER_PATH'

/** A PgBouncer in transaction mode before the database of an address, with very few connections to share. */
export class PgBouncer {
  #log = ''

  private constructor(
    private process: ChildProcess,
    private folder: string,
    private base: URL,
    private port: number
  ) {
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (text) => (this.#log += text))
  }

  /** @param connections  to PostgreSQL, for each login */
  static async start(base: string, connections: number): Promise<PgBouncer> {
    const user = unprivilegedUser()
    const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
    if (user) chownSync(folder, user.uid, user.gid)
    const port = await freePort()
    const write = (name: string, text: string) => {
      const file = join(folder, name)
      writeFileSync(file, text, { mode: 0o600 })
      if (user) chownSync(file, user.uid, user.gid)
      return file
    }
    const users = write('users', LOGINS.map((login) => userLine(base, login)).join(''))
    const settings = write('pgbouncer.ini', configuration(base, { port, users, connections }))
    const process = spawn(program(), [settings], { cwd: folder, ...user })
    const started = new PgBouncer(process, folder, new URL(base), port)
    await started.#untilReady()
    return started
  }

  /** The same address, through here, also where it leads to a socket. */
  get address(): string {
    const through = new URL(this.base)
    through.hostname = '127.0.0.1'
    through.port = String(this.port)
    through.searchParams.delete('host')
    return through.href
  }

  /** A client that logs in as another does, through here. */
  clientLike(direct: pg.Client): pg.Client {
    const { connectionParameters: to } = direct as unknown as {
      connectionParameters: { user: string; password: string; database: string }
    }
    const { user, password, database } = to
    return new pg.Client({ host: '127.0.0.1', port: this.port, user, password, database })
  }

  /** What has gone through so far. */
  async show(what: 'stats_totals' | 'servers'): Promise<Record<string, unknown>[]> {
    const console = new URL(loginUrl(this.address, 'app', loginSecrets))
    console.pathname = '/pgbouncer'
    const client = new pg.Client({ connectionString: console.href })
    await client.connect()
    try {
      return (await client.query(`show ${what}`)).rows
    } finally {
      await client.end()
    }
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null) {
      this.process.kill('SIGINT')
      await once(this.process, 'exit')
    }
    rmSync(this.folder, { recursive: true })
  }

  async #untilReady(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS
    for (;;) {
      try {
        await this.show('servers')
        return
      } catch (error) {
        if (this.process.exitCode !== null || Date.now() > deadline)
          throw new Error(`PgBouncer does not start: ${this.#log}`, { cause: error })
        await pause(30)
      }
    }
  }
}

function program(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const named = process.env.PGBOUNCER_PATH
  const found = (named ? [named] : folders.map((folder) => join(folder, 'pgbouncer'))).find(
    isProgram
  )
  if (!found) throw new Error(MISSING)
  return found
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** It refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (!nobody) throw new Error('PgBouncer must not run as root, and there is no user nobody')
  return { uid: Number(nobody[1]), gid: Number(nobody[2]) }
}

function userLine(base: string, login: Login): string {
  const url = new URL(loginUrl(base, login, loginSecrets))
  return `"${url.username}" "${decodeURIComponent(url.password)}"\n`
}

function configuration(
  base: string,
  { port, users, connections }: { port: number; users: string; connections: number }
): string {
  const { hostname, port: target } = new URL(base)
  return `
    [databases]
    * = host=${hostname} port=${target}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = scram-sha-256
    auth_file = ${users}
    stats_users = ${new URL(loginUrl(base, 'app', loginSecrets)).username}
    pool_mode = transaction
    default_pool_size = ${connections}
    max_client_conn = 200
  `.replace(/^ +/gm, '')
}
