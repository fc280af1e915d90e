import { createHmac, randomBytes } from 'node:crypto'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inClone } from '../../../bin/services/clone.mjs'
import { attempt, run } from '../../../bin/services/command.mjs'
import { freePort } from '../../../bin/services/ports.mjs'
import { Processes } from '../../../bin/services/processes.mjs'
import { ServerHome } from '../../../bin/services/server_home.mjs'
import { unprivilegedUser } from '../../../bin/services/unprivileged_user.mjs'

export const PREFIX = 'countersign'
const DATABASE = 'countersign'
const LOGINS = ['PLATFORM', 'APP', 'RELAY', 'MIGRATOR']
const READY_WITHIN_MS = 60_000
const RETRY_MS = 100

const SETTINGS = {
  'listen_addresses': '127.0.0.1',
  'unix_socket_directories': '',
  'shared_preload_libraries': 'citus',
  'wal_level': 'logical',
  'fsync': 'off',
  'max_prepared_transactions': 100,
  'max_worker_processes': 40,
  'max_locks_per_transaction': 1024,
  'timezone': 'UTC',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.enable_statistics_collection': 'off',
  // otherwise each query of the catalogue calls a function that no tenant may call
  'citus.override_table_visibility': 'off',
}

/** A coordinator and workers on this machine, whom everybody there may enter: nothing of anybody's is in them. */
export class CitusCluster {
  secrets = Object.fromEntries(
    LOGINS.map((login) => [`DATABASE_SECRET_${login}`, randomBytes(24).toString('hex')])
  )
  #clients = []

  constructor(installed) {
    this.bin = join(installed, 'bin')
    this.folder = inClone('tmp', 'citus')
    this.user = unprivilegedUser()
    this.processes = new Processes({ logs: join(this.folder, 'logs') })
  }

  get coordinator() {
    return this.ports[0]
  }

  async start(workers) {
    this.ports = []
    for (let index = 0; index <= workers; index++) this.ports.push(await this.#node(index))
    for (const port of this.ports) await this.#install(port)
    const admin = await this.as('postgres', this.coordinator)
    await admin.query(`select citus_set_coordinator_host('127.0.0.1', $1)`, [this.coordinator])
    for (const port of this.ports.slice(1))
      await admin.query(`select citus_add_node('127.0.0.1', $1)`, [port])
    // functions of the cell are made on each node by itself; only what is distributed travels
    await admin.query(`create role ${PREFIX}_migrator login createrole`)
    await admin.query(
      `alter role ${PREFIX}_migrator in database ${DATABASE} set citus.enable_ddl_propagation = off`
    )
  }

  /** Countersign's own command, for one node. @returns what it wrote where it refused, else null */
  async prepare(port) {
    const args = ['ace.js', 'cell:prepare', `--cell=${this.cellAt(port)}`]
    const { code, output } = await attempt(process.execPath, args, {
      cwd: inClone(),
      env: this.#environment(port),
    })
    return code === 0 ? null : output
  }

  cellAt(port) {
    return port === this.coordinator ? 'main' : `worker${this.ports.indexOf(port)}`
  }

  /** Takes what Citus brought from everybody and gives it to the migrator. @returns how many routines that were */
  async reserve(port) {
    const admin = await this.as('postgres', port)
    await admin.query('set citus.enable_ddl_propagation = off')
    const { rows } = await admin.query(
      `select count(*)::int as count, string_agg(p.oid::regprocedure::text, ', ') as list
         from pg_depend d join pg_extension e on e.oid = d.refobjid and d.refclassid = 'pg_extension'::regclass
         join pg_proc p on p.oid = d.objid and d.classid = 'pg_proc'::regclass
        where extname ~ '^citus' and has_function_privilege('public', p.oid, 'execute')`
    )
    await admin.query(`revoke execute on routine ${rows[0].list} from public`)
    await admin.query(`grant execute on routine ${rows[0].list} to ${PREFIX}_migrator`)
    await admin.query('reset citus.enable_ddl_propagation')
    return rows[0].count
  }

  async as(login, port, database = DATABASE) {
    const user = login === 'postgres' ? login : `${PREFIX}_${login}`
    const secret = this.secrets[`DATABASE_SECRET_${login.toUpperCase()}`] ?? ''
    const password = createHmac('sha256', secret).update(`login:${user}`).digest('base64url')
    const client = new pg.Client({ host: '127.0.0.1', port, user, password, database })
    client.on('error', () => {})
    await client.connect()
    this.#clients.push(client)
    return client
  }

  async close() {
    await Promise.allSettled(this.#clients.map((client) => client.end()))
    await this.processes.stop()
  }

  async #node(index) {
    const home = new ServerHome({ parent: this.folder, name: `node${index}`, user: this.user })
    home.remove()
    const data = join(home.prepare(), 'data')
    const as = { ...this.user, cwd: '/' }
    const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync']
    await run(join(this.bin, 'initdb'), [...args, '--locale=C.UTF-8'], as)
    const port = await freePort()
    const own = index > 0 ? { 'citus.enable_ddl_propagation': 'off' } : {}
    const settings = Object.entries({ port, ...SETTINGS, ...own })
    const lines = settings.map(([name, value]) => `${name} = '${value}'\n`)
    appendFileSync(join(data, 'postgresql.conf'), lines.join(''))
    const options = { user: this.user, cwd: '/', stopSignal: 'SIGINT' }
    this.processes.start(`node${index}`, join(this.bin, 'postgres'), ['-D', data], options)
    return port
  }

  async #install(port) {
    const deadline = Date.now() + READY_WITHIN_MS
    let client
    while (!client) {
      client = await this.as('postgres', port, 'postgres').catch(() => null)
      if (!client && Date.now() > deadline) throw new Error(`No server answers on ${port}`)
      if (!client) await pause(RETRY_MS)
    }
    await client.query(`create database ${DATABASE} encoding 'UTF8' template template0`)
    await (await this.as('postgres', port)).query('create extension citus')
  }

  #environment(port) {
    const url = (node) => `postgres://${PREFIX}@127.0.0.1:${node}/${DATABASE}`
    const workers = this.ports.slice(1).map((node) => `${this.cellAt(node)}=${url(node)}`)
    const folders = Object.fromEntries(
      ['KEYS_DIR', 'CHECKPOINTS_DIR', 'STORAGE_DIR'].map((name) => [name, join(this.folder, name)])
    )
    return {
      ...{ PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'warn', HOST: '127.0.0.1' },
      ...{ PORT: '1', APP_KEY: randomBytes(24).toString('hex'), PLATFORM_DOMAIN: 'localhost' },
      ...{ PUBLIC_SCHEME: 'http', PLAIN_HTTP: 'accepted', PUBLIC_PORT: '1', DRIVE_DISK: 'fs' },
      ...{ SECURITY_CONTACT: 'mailto:security@example.test', REDIS_URL: 'redis://127.0.0.1:1/0' },
      ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: '1', MAIL_FROM: 'no-reply@localhost' },
      DATABASE_URL: url(this.coordinator),
      DATABASE_ADMIN_URL: `postgres://postgres:none@127.0.0.1:${port}/postgres`,
      CELLS: workers.join(' '),
      ...this.secrets,
      ...folders,
    }
  }

  /** What an earlier run left. */
  tidy() {
    for (const name of ['KEYS_DIR', 'CHECKPOINTS_DIR', 'STORAGE_DIR'])
      rmSync(join(this.folder, name), { recursive: true, force: true })
  }
}
