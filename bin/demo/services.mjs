import { EmbeddedPostgres } from '../services/embedded_postgres.mjs'
import { MailCatcher } from '../services/mail_catcher.mjs'
import { freePort } from '../services/ports.mjs'
import { obtainRedis, RedisServer } from '../services/redis.mjs'
import { WebhookReceiver } from '../services/webhook_receiver.mjs'

const DATABASE = 'countersign'
const LOGIN_PREFIX = 'countersign'
const LOGINS = ['platform', 'app', 'relay', 'migrator']

// their usual ports, where nobody else has them
const INBOX_PORT = 8025
const HOOKS_PORT = 8026
const TRANSACTIONS_PORT = 8027

/** What the application stands on: PostgreSQL and Redis, ours or the environment's, an inbox and a webhook receiver. */
export class Services {
  /** @param options.hasSockets  false for a release that reaches both servers by their ports alone */
  constructor({ folder, processes, progress, secrets, hasSockets = true }) {
    Object.assign(this, { folder, processes, progress, secrets, hasSockets })
    this.kept = folder.read('ports.json')
    this.ports = {}
  }

  async start() {
    const { databaseUrl, redisUrl } = {
      databaseUrl: process.env.DATABASE_URL,
      redisUrl: process.env.REDIS_URL,
    }
    this.transactionsPort = await this.#port('transactions', TRANSACTIONS_PORT)
    await Promise.all([
      databaseUrl ? this.#useDatabase(databaseUrl) : this.#startPostgres(),
      redisUrl ? this.#useRedis(redisUrl) : this.#startRedis(),
      this.#startMail(),
      this.#startHooks(),
    ])
    this.folder.write('ports.json', this.ports)
    return this
  }

  async close() {
    await Promise.all([this.mail?.close(), this.hooks?.close()])
  }

  #useDatabase(url) {
    const { address, secrets } = splitAddress(url, this.secrets)
    this.databaseUrl = address
    this.loginSecrets = secrets
    this.databaseAdminUrl = process.env.DATABASE_ADMIN_URL
    return this.progress.step(`PostgreSQL of DATABASE_URL (${new URL(url).host})`, async () => {})
  }

  async #startPostgres() {
    const port = await this.#port('postgres')
    await this.progress.step('PostgreSQL', async () => {
      const postgres = await new EmbeddedPostgres({
        parent: this.folder.path,
        port,
        password: this.secrets.superuser,
        processes: this.processes,
      }).start()
      const names = { prefix: LOGIN_PREFIX, database: DATABASE }
      this.databaseUrl = this.hasSockets ? postgres.socketUrl(names) : postgres.url(names)
      this.loginSecrets = this.secrets
      this.databaseAdminUrl = postgres.adminUrl
      return `PostgreSQL ${postgres.binaries.major} on port ${port}`
    })
  }

  #useRedis(url) {
    this.redisUrl = url
    return this.progress.step(
      `Redis of REDIS_URL (${url.replace(/^.*(\/\/|@)/, '')})`,
      async () => {}
    )
  }

  async #startRedis() {
    const port = await this.#port('redis')
    await this.progress.step('Redis', async () => {
      const program = await obtainRedis()
      const redis = await new RedisServer({
        program,
        parent: this.folder.path,
        port,
        password: this.secrets.redis,
        processes: this.processes,
      }).start()
      this.redisUrl = this.hasSockets ? redis.socketUrl : redis.url
      return `Redis on port ${port}`
    })
  }

  async #startMail() {
    const [smtpPort, httpPort] = [await this.#port('smtp'), await this.#port('inbox', INBOX_PORT)]
    await this.progress.step('Mail catcher', async () => {
      this.mail = await new MailCatcher({ folder: this.folder.at('mail') }).listen({
        smtpPort,
        httpPort,
      })
      return `Mail catcher, inbox on port ${httpPort}`
    })
  }

  async #startHooks() {
    const port = await this.#port('hooks', HOOKS_PORT)
    await this.progress.step('Webhook receiver', async () => {
      this.hooks = await new WebhookReceiver({ file: this.folder.at('webhooks.jsonl') }).listen({
        port,
      })
      return `Webhook receiver on port ${port}`
    })
  }

  /** The port of the last start where it is still free, so that addresses people have noted stay right. */
  async #port(name, usual) {
    this.ports[name] = await freePort(this.kept[name], usual)
    return this.ports[name]
  }
}

/** A password in the address is the secret of all four logins there, and stays it: others may use that database, too. */
function splitAddress(url, own) {
  const address = new URL(url)
  const one = decodeURIComponent(address.password)
  address.password = ''
  const secret = (login) => process.env[`DATABASE_SECRET_${login.toUpperCase()}`] || own[login]
  const secrets = Object.fromEntries(LOGINS.map((login) => [login, one || secret(login)]))
  return { address: address.href, secrets }
}

/** Tells what is kept for our own database from what is kept for others, by a name that a file may have. */
export function databaseName() {
  if (!process.env.DATABASE_URL) return 'embedded'
  const { host, pathname } = new URL(process.env.DATABASE_URL)
  return `${host}${pathname}`.replace(/[^\w.]+/g, '-')
}
