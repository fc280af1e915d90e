import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '#app/foundation/processes/free_port'
import { Receiver } from '#tests/support/receiver'
import { RedisProcess } from '#tests/support/redis_process'
import { settableServerClock } from '#tests/support/settable_clock'
import { SmtpHost } from '#tests/support/smtp_host'
import { until } from '#tests/support/until'
import { copyData } from './copied_data.js'

const run = promisify(execFile)

interface Child {
  signal(name: NodeJS.Signals): void
  exited: Promise<unknown>
}

interface Server {
  start(): Promise<unknown>
  child: Child
  data: string
  home: { folder: string; prepare(): void; remove(): void }
  environment: Record<string, string>
  binaries: { folder: string }
  adminUrl: string
  url(of: { prefix: string; database: string }): string
}

interface ServerGroup {
  stop(): Promise<void>
}

/** The bootstrap's own servers, which run before there is any TypeScript. */
const services = async (name: string) =>
  import(new URL(`../../../bin/services/${name}.mjs`, import.meta.url).href)

const PREFIX = 'soak'

/** What the service stands on, for one soak alone: all of it may be broken. PostgreSQL keeps what it confirms. */
export class SoakServers {
  /** Folders of servers that were replaced: their logs are still written to. */
  #left: string[] = []

  /** What a second PostgreSQL listens on, whether it runs yet or not. */
  #standby: Server | undefined

  private constructor(
    public folder: string,
    private group: ServerGroup,
    public postgres: Server,
    public redis: RedisProcess,
    readonly smtp: SmtpHost,
    readonly receiver: Receiver
  ) {}

  /** @param options.withClock  the clock of its PostgreSQL is another than the machine's, and can be set */
  static async open({ withClock = false } = {}): Promise<SoakServers> {
    const folder = await newFolder()
    await mkdir(join(folder, 'storage')) // a fault may take it away before anything is stored
    const { Processes } = await services('processes')
    const processes: ServerGroup = new Processes({ logs: join(folder, 'logs') })
    const postgres = await newPostgres(folder, processes)
    if (withClock) await giveClock(postgres)
    await postgres.start()
    const redis = await RedisProcess.open()
    const smtp = await SmtpHost.open()
    return new SoakServers(folder, processes, postgres, redis, smtp, await Receiver.open())
  }

  /** While it runs, as `date --set` does. @param aheadMs  of this machine's clock */
  async setClock(aheadMs: number): Promise<void> {
    await writeClock(this.postgres, aheadMs)
  }

  /** From now on processes are started with the addresses of two servers. */
  async planStandby(): Promise<void> {
    const folder = await newFolder()
    this.#standby = await newPostgres(folder, this.group)
    this.#left.push(folder)
  }

  /** A copy of the server that follows it: what is confirmed from now on is on the disks of both. */
  async openStandby(): Promise<Server> {
    const server = this.#standby!
    server.home.prepare()
    await copyData(this.postgres, server.data)
    const primary = new URL(this.postgres.adminUrl)
    const at = `host=${primary.hostname} port=${primary.port}`
    await appendFile(
      join(server.data, 'postgresql.auto.conf'),
      `primary_conninfo = '${at} user=${primary.username} password=${primary.password}'\n`
    )
    await writeFile(join(server.data, 'standby.signal'), '')
    await run('chown', ['-R', `--reference=${join(server.data, 'PG_VERSION')}`, server.data])
    await server.start()
    await this.query(`alter system set synchronous_standby_names = '*'`)
    await this.query('select pg_reload_conf()')
    await until(async () => {
      const [row] = await this.query<{ state: string }>(
        'select sync_state as state from pg_stat_replication'
      )
      return row?.state === 'sync'
    })
    return server
  }

  /** The primary is gone at once, and for good. @returns what makes the standby the primary */
  async losePrimary(): Promise<() => Promise<void>> {
    const server = this.#standby!
    this.postgres.child.signal('SIGKILL')
    await this.postgres.child.exited
    return async () => {
      this.postgres.home.remove()
      this.postgres = server
      await this.query('select pg_promote(true, 30)')
    }
  }

  /** Where the programs of its PostgreSQL are. */
  get programs(): string {
    return join(this.postgres.binaries.folder, 'bin')
  }

  get storage(): string {
    return join(this.folder, 'storage')
  }

  /** For the processes of the service. */
  get environment(): Record<string, string> {
    return {
      NODE_ENV: 'test',
      TIME_SCALE: '0.2',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '1',
      TRUSTED_PROXIES: '127.0.0.0/8',
      DATABASE_URL: this.#databaseUrl,
      DATABASE_ADMIN_URL: this.postgres.adminUrl,
      REDIS_URL: this.redis.url,
      KEYS_DIR: join(this.folder, 'keys'),
      CHECKPOINTS_DIR: join(this.folder, 'checkpoints'),
      STORAGE_DIR: this.storage,
      SMTP_PORT: String(this.smtp.port),
    }
  }

  get #databaseUrl(): string {
    const url = this.postgres.url({ prefix: PREFIX, database: PREFIX })
    if (!this.#standby) return url
    const [one, two] = [url, this.#standby.adminUrl].map((each) => new URL(each).host)
    return `${url.replace(one, `${one},${two}`)}?target_session_attrs=read-write`
  }

  /** As the superuser, who sees everything. */
  async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    const url = new URL(this.postgres.adminUrl)
    url.pathname = `/${PREFIX}`
    const client = new pg.Client({ connectionString: url.href })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<T>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** As if its machine had lost power, but for the disk. */
  async crashPostgres(downMs: number): Promise<void> {
    const { child } = this.postgres
    child.signal('SIGQUIT')
    await child.exited
    await new Promise((resolve) => setTimeout(resolve, downMs))
    await this.postgres.start()
  }

  /**
   * Everything that this service knew is gone: what comes after is another PostgreSQL, an empty Redis and other folders.
   *
   * @param restore  fills the new folder, and the data of a PostgreSQL that has not started
   */
  async replace(restore: (folder: string, data: string) => Promise<void>): Promise<void> {
    const [gone, lost] = [this.folder, this.postgres]
    lost.child.signal('SIGKILL')
    await Promise.all([lost.child.exited, this.redis.close()])
    lost.home.remove()
    for (const name of ['storage', 'keys', 'checkpoints'])
      await rm(join(gone, name), { recursive: true, force: true })
    this.folder = await newFolder()
    this.#left.push(gone)
    this.postgres = await newPostgres(this.folder, this.group)
    this.postgres.home.prepare()
    await restore(this.folder, this.postgres.data)
    await this.postgres.start()
    this.redis = await RedisProcess.open()
  }

  async killRedis(downMs: number): Promise<void> {
    this.redis.send('SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, downMs))
    await this.redis.start()
  }

  async close(): Promise<void> {
    await this.group.stop()
    await Promise.allSettled([this.redis.close(), this.smtp.close(), this.receiver.close()])
    for (const { home } of new Set([this.postgres, this.#standby ?? this.postgres])) home.remove()
    for (const folder of [this.folder, ...this.#left])
      await rm(folder, { recursive: true, force: true })
  }
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'countersign-soak-'))
}

async function newPostgres(parent: string, processes: ServerGroup): Promise<Server> {
  const { EmbeddedPostgres } = await services('embedded_postgres')
  return new EmbeddedPostgres({ parent, port: await freePort(), password: 'secret', processes })
}

async function giveClock(server: Server): Promise<void> {
  server.home.prepare()
  await writeClock(server, 0)
  server.environment = settableServerClock(clockFile(server))
}

/** At once whole: every backend reads it each time that it asks for the time. */
async function writeClock(server: Server, aheadMs: number): Promise<void> {
  const file = clockFile(server)
  await writeFile(`${file}.new`, `${aheadMs < 0 ? '-' : '+'}${Math.abs(aheadMs) / 1_000}\n`)
  await rename(`${file}.new`, file)
}

function clockFile({ home }: Server): string {
  return join(home.folder, 'clock')
}
