import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { faketimeLibrary, softHsmModule } from '../services/debian_tools.mjs'
import { EmbeddedPostgres } from '../services/embedded_postgres.mjs'
import { MailCatcher } from '../services/mail_catcher.mjs'
import { freePort } from '../services/ports.mjs'
import { Processes } from '../services/processes.mjs'
import { RedisServer } from '../services/redis.mjs'
import { JapaRun } from './japa_run.mjs'

const DATABASE = 'countersign_test'
const LOGIN_PREFIX = 'countersign'
/** What tests leave in the folder of a lane beside the database. */
const KEPT = ['keys', 'checkpoints', 'storage', 'redis']
const LOGINS = ['PLATFORM', 'APP', 'RELAY', 'MIGRATOR']

/** For a suite without servers: nobody listens on port 1, so that a test that asks for one fails. */
const NO_SERVERS = {
  postgres: { url: ({ prefix, database }) => `postgres://${prefix}@127.0.0.1:1/${database}` },
  redis: { url: 'redis://127.0.0.1:1/0' },
  mail: { smtpHost: '127.0.0.1', smtpPort: 1, url: 'http://127.0.0.1:1' },
  port: 1,
}

/** Processes of tests look neither for modules that others have found nor for the size of a terminal, by three programs a command. */
const WITHOUT_LOOKING = { KNOWN_ADDRESSES: 'yes', COLUMNS: '80', LINES: '24' }

const secret = () => randomBytes(24).toString('hex')

/** Of one lane, or of all whose data are copies of the same. */
const newSecrets = () => ({
  appKey: secret(),
  superuser: secret(),
  logins: Object.fromEntries(LOGINS.map((login) => [`DATABASE_SECRET_${login}`, secret()])),
})

/** A set of servers that one test process at a time has to itself: roles, schemas and keys are cluster-wide. */
export class Lane {
  /** What processes run from that tests start, once it is there; their source until then. */
  build = null

  /**
   * @param options.isDurable whether its servers keep what they confirm, as in production; tests do without
   * @param options.isInMemory whether the database is, where there is room
   */
  constructor({ folder, name, tools, isDurable = false, isInMemory = !isDurable }) {
    Object.assign(this, { folder, name, tools, isDurable, isInMemory })
    this.path = folder.at(name)
    this.secrets = newSecrets()
  }

  /** @param snapshot  what its servers and files are copied from, if anything is */
  async start(snapshot = null) {
    const { path: parent, folder, isDurable, isInMemory } = this
    if (snapshot) this.secrets = snapshot.secrets
    this.spares = snapshot?.spares
    this.processes = new Processes({ logs: join(parent, 'logs'), ledger: folder.ledger })
    const common = { parent, processes: this.processes, isDurable }
    this.postgres = new EmbeddedPostgres({
      ...common,
      parent: isInMemory ? folder.atHand(this.name) : parent,
      port: await freePort(),
      password: this.secrets.superuser,
      copyOf: snapshot?.database,
    })
    if (snapshot) cpSync(snapshot.keys, this.keys, { recursive: true })
    this.redis = new RedisServer({
      ...common,
      port: await freePort(),
      password: secret(),
      program: this.tools.redis,
    })
    this.mail = new MailCatcher()
    await Promise.all([this.postgres.start(), this.redis.start(), this.mail.listen()])
    this.port = await freePort()
    return this
  }

  /** Begins again, with nothing left of what ran on it. */
  async renew(snapshot) {
    await this.stop()
    this.postgres?.home.remove()
    for (const place of KEPT) rmSync(join(this.path, place), { recursive: true, force: true })
    await this.start(snapshot)
  }

  get keys() {
    return join(this.path, 'keys')
  }

  /** @param options.needsServers  false for suites that are to pass without any; the lane need not be started for them */
  run(args, { needsServers = true, ...options } = {}) {
    const env = this.environment(needsServers)
    this.current = new JapaRun({ args, env, ledger: this.folder.ledger, ...options })
    return this.current.finish()
  }

  environment(needsServers = true) {
    const { postgres, redis, mail, port } = needsServers ? this : NO_SERVERS
    return {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      HOST: '127.0.0.1',
      DRAIN_SECONDS: '0',
      PORT: String(port),
      APP_KEY: this.secrets.appKey,
      PLATFORM_DOMAIN: 'localhost',
      PUBLIC_SCHEME: 'http',
      PLAIN_HTTP: 'accepted',
      SECURITY_CONTACT: 'mailto:security@example.test',
      PUBLIC_PORT: String(port),
      DATABASE_URL: this.#databaseUrl(postgres),
      ...this.secrets.logins,
      DATABASE_ADMIN_URL: postgres.adminUrl,
      // a machine that is busy with tests is not overloaded: those about overload say so themselves
      DATABASE_WAIT_MS: '20000',
      REDIS_URL: (this.isDurable && redis.socketUrl) || redis.url,
      KEYS_DIR: this.keys,
      CHECKPOINTS_DIR: join(this.path, 'checkpoints'),
      DRIVE_DISK: 'fs',
      STORAGE_DIR: join(this.path, 'storage'),
      SMTP_HOST: mail.smtpHost,
      SMTP_PORT: String(mail.smtpPort),
      MAIL_FROM: 'no-reply@localhost',
      MAIL_BOUNCE_DOMAIN: 'bounce.localhost',
      OUTBOUND_ALLOW_PRIVATE: 'webhooks,documents,smtp,tsa,sso,sms,keys,certificates,seals',
      INBOX_URL: mail.url,
      ...(redis.child && { REDIS_PID: String(redis.child.pid) }),
      CHROMIUM_PATH: this.tools.chromium ?? '',
      CADDY_PATH: this.tools.caddy ?? '',
      PROMTOOL_PATH: this.tools.promtool ?? '',
      SOFTHSM_MODULE: softHsmModule(),
      FAKETIME_LIBRARY: faketimeLibrary(),
      ...(this.spares && { SPARE_SCHEMAS: this.spares }),
      ...(this.build && { BUILD_PATH: this.build.path }),
      ...(!this.isDurable && WITHOUT_LOOKING),
      NODE_COMPILE_CACHE: this.folder.beside('compile_cache'),
    }
  }

  /** Durable servers are reached by their sockets, as on one machine; those of tests by ports, which a test can cut off. */
  #databaseUrl(postgres) {
    const names = { prefix: LOGIN_PREFIX, database: DATABASE }
    return this.isDurable && postgres.socketUrl ? postgres.socketUrl(names) : postgres.url(names)
  }

  async stop() {
    this.current?.kill()
    await this.processes?.stop()
    await this.mail?.close()
  }
}
