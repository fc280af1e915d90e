import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { EmbeddedPostgres } from '../services/embedded_postgres.mjs'
import { MailCatcher } from '../services/mail_catcher.mjs'
import { freePort } from '../services/ports.mjs'
import { Processes } from '../services/processes.mjs'
import { RedisServer } from '../services/redis.mjs'
import { JapaRun } from './japa_run.mjs'

const DATABASE = 'countersign_test'
const LOGIN_PREFIX = 'countersign'
const LOGINS = ['PLATFORM', 'APP', 'RELAY', 'MIGRATOR']

/** A set of servers that one test process at a time has to itself: roles, schemas and keys are cluster-wide. */
export class Lane {
  /** What processes run from that tests start, once it is there; their source until then. */
  build = null

  /** @param options.isDurable whether its servers keep what they confirm, as in production; tests do without */
  constructor({ folder, name, tools, isDurable = false }) {
    Object.assign(this, { folder, tools, isDurable })
    this.path = folder.at(name)
    this.processes = new Processes({ logs: join(this.path, 'logs'), ledger: folder.ledger })
  }

  async start() {
    const secret = () => randomBytes(24).toString('hex')
    const { path: parent, processes, isDurable } = this
    const common = { parent, processes, isDurable }
    this.loginSecrets = Object.fromEntries(
      LOGINS.map((login) => [`DATABASE_SECRET_${login}`, secret()])
    )
    this.appKey = secret()
    this.postgres = new EmbeddedPostgres({ ...common, port: await freePort(), password: secret() })
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

  run(args, options = {}) {
    const env = this.environment()
    this.current = new JapaRun({ args, env, ledger: this.folder.ledger, ...options })
    return this.current.finish()
  }

  environment() {
    return {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      HOST: '127.0.0.1',
      DRAIN_SECONDS: '0',
      PORT: String(this.port),
      APP_KEY: this.appKey,
      PLATFORM_DOMAIN: 'localhost',
      PUBLIC_SCHEME: 'http',
      PLAIN_HTTP: 'accepted',
      SECURITY_CONTACT: 'mailto:security@example.test',
      PUBLIC_PORT: String(this.port),
      DATABASE_URL: this.postgres.url({ prefix: LOGIN_PREFIX, database: DATABASE }),
      ...this.loginSecrets,
      DATABASE_ADMIN_URL: this.postgres.adminUrl,
      REDIS_URL: this.redis.url,
      KEYS_DIR: join(this.path, 'keys'),
      CHECKPOINTS_DIR: join(this.path, 'checkpoints'),
      DRIVE_DISK: 'fs',
      STORAGE_DIR: join(this.path, 'storage'),
      SMTP_HOST: this.mail.smtpHost,
      SMTP_PORT: String(this.mail.smtpPort),
      MAIL_FROM: 'no-reply@localhost',
      MAIL_BOUNCE_DOMAIN: 'bounce.localhost',
      OUTBOUND_ALLOW_PRIVATE: 'webhooks,documents,smtp,tsa',
      INBOX_URL: this.mail.url,
      REDIS_PID: String(this.redis.child.pid),
      CHROMIUM_PATH: this.tools.chromium ?? '',
      CADDY_PATH: this.tools.caddy ?? '',
      ...(this.build && { BUILD_PATH: this.build.path }),
      NODE_COMPILE_CACHE: this.folder.at('compile_cache'),
    }
  }

  async stop() {
    this.current?.kill()
    await this.processes.stop()
    await this.mail?.close()
  }
}
