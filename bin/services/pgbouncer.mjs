import { chownSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SentenceError } from './sentence_error.mjs'
import { ServerHome } from './server_home.mjs'
import { unprivilegedUser } from './unprivileged_user.mjs'

const HOST = '127.0.0.1'
const READY_WITHIN_MS = 10_000
const RETRY_MS = 30

/** A PgBouncer in transaction mode before a PostgreSQL: every login of the cluster comes through. */
export class PgBouncer {
  constructor({ program, parent, port, postgres, processes, rank = 1 }) {
    Object.assign(this, { program, port, postgres, processes, rank })
    this.user = unprivilegedUser() // it refuses to run as root
    this.home = new ServerHome({ parent, name: 'pgbouncer', user: this.user })
  }

  async start() {
    const folder = this.home.prepare()
    const admin = new URL(this.postgres.adminUrl)
    this.#write('logins', `"${admin.username}" "${admin.password}"\n`)
    const configuration = this.#write('pgbouncer.ini', this.#configuration(admin, folder))
    this.child = this.processes.start('pgbouncer', this.program, [configuration], {
      user: this.user ?? undefined,
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stopSignal: 'SIGINT',
      rank: this.rank,
    })
    await this.#untilReady()
    this.child.settle()
    return this
  }

  /** The same address, through here. */
  through(address) {
    const url = new URL(address)
    url.port = String(this.port)
    return url.href
  }

  #write(name, text) {
    const file = join(this.home.folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (this.user) chownSync(file, this.user.uid, this.user.gid)
    return file
  }

  #configuration(admin, folder) {
    return [
      '[databases]',
      `* = host=${HOST} port=${this.postgres.port}`,
      '[pgbouncer]',
      `listen_addr = ${HOST}`,
      `listen_port = ${this.port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'logins')}`,
      `auth_user = ${admin.username}`,
      'auth_query = SELECT usename, passwd FROM pg_shadow WHERE usename = $1',
      'pool_mode = transaction',
      'max_client_conn = 500',
      'default_pool_size = 15',
      'log_connections = 0',
      'log_disconnections = 0',
      '',
    ].join('\n')
  }

  async #untilReady() {
    const deadline = Date.now() + READY_WITHIN_MS
    while (!(await this.#listens())) {
      if (!this.child.isRunning || Date.now() > deadline) {
        throw new SentenceError(`PgBouncer does not start.\n${this.child.tail()}`)
      }
      await pause(RETRY_MS)
    }
  }

  #listens() {
    return new Promise((resolve) => {
      const socket = createConnection(this.port, HOST)
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  }
}
