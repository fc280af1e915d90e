import { existsSync, rmSync } from 'node:fs'
import { isIP } from 'node:net'
import { bundleOfflineVerifier } from '../offline_verifier/bundle.mjs'
import { onEnd } from '../services/bootstrap.mjs'
import { exactPort, freePort } from '../services/ports.mjs'
import { endLeftovers, ProcessLedger } from '../services/process_ledger.mjs'
import { Processes } from '../services/processes.mjs'
import { SentenceError } from '../services/sentence_error.mjs'
import { ServerHome } from '../services/server_home.mjs'
import { Application } from './application.mjs'
import { demoSettings } from './environment.mjs'
import { MainJob } from './main_job.mjs'
import { Preparation } from './preparation.mjs'
import { databaseName, Services } from './services.mjs'
import { summary } from './summary.mjs'
import { Transactions } from './transactions.mjs'

const USUAL_PORT = 3333
const SHOWN_TENANT = 'acme'

/** One run of the demo, from taking over its folder to giving everything back. */
export class Demo {
  #ending = new AbortController()

  /**
   * @param options.command  the npm script that somebody typed, for messages
   * @param options.development  makes the watch over the sources, given the processes; without it the demo runs as in production
   */
  constructor({ folder, progress, isFresh, command = 'demo', development }) {
    Object.assign(this, { folder, progress, isFresh, command, development })
    this.ledger = new ProcessLedger(folder.at('processes.json'))
  }

  async run() {
    await this.#takeOver()
    this.processes = new Processes({
      logs: this.folder.at('logs'),
      ledger: this.ledger,
      onLost: (child) => this.#lose(child),
      onRestart: (child) =>
        this.progress.say(`\n  ${child.name} ${child.outcome}; starting it again`),
    })
    this.ledger.add({ name: 'demo', pid: process.pid })
    onEnd(
      () => this.#end(0),
      () => this.processes.killNow()
    )
    try {
      await this.#start()
    } catch (error) {
      if (this.#ending.signal.aborted) return
      await this.#stop()
      throw error
    }
  }

  /** Refuses a second run, and ends what a killed one has left behind. */
  async #takeOver() {
    const leftovers = this.ledger.leftovers()
    const running = leftovers.find((entry) => entry.name === 'demo')
    if (running) {
      throw new SentenceError(
        `\`npm run ${this.command}\` already runs here (process ${running.pid}). End it with Ctrl-C first.`
      )
    }
    if (leftovers.length > 0) {
      await this.progress.step('Ending what the last run left behind', () =>
        endLeftovers(leftovers)
      )
    }
    if (this.isFresh) this.#forget()
    this.folder.prepare()
  }

  #forget() {
    if (process.env.DATABASE_URL && existsSync(this.#state)) {
      throw new SentenceError(
        '--fresh would lose the keys of the documents in the database of DATABASE_URL, and cannot empty it. ' +
          `Drop that database and ${this.folder.path}, or name another one.`
      )
    }
    new ServerHome({ parent: this.folder.path, name: 'postgres' }).remove()
    rmSync(this.folder.path, { recursive: true, force: true })
  }

  get #state() {
    return this.folder.at(`state-${databaseName()}.json`)
  }

  async #start() {
    const startedAt = performance.now()
    const port = await this.#webPort()
    await this.#startServices()
    const { tenants, operator, connection } = await this.#startApplication(port)
    await this.#startTransactions(connection)
    const job = await this.#doMainJob(tenants)
    const shown = { port, platformUrl: `http://localhost:${port}`, tenants, operator, job }
    const { mail, hooks } = this.services
    const { folder, command, transactions } = this
    this.progress.say(summary({ ...shown, mail, hooks, transactions, folder, command }))
    this.#announce(shown)
    this.progress.say(`\nReady after ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  }

  async #startServices() {
    const { folder, processes, progress } = this
    this.secrets = folder.secrets()
    this.services = new Services({ folder, processes, progress, secrets: this.secrets })
    await Promise.all([this.services.start(), bundleOfflineVerifier()])
    const port = this.services.transactionsPort
    this.transactions = new Transactions({ folder, processes, port, database: databaseName() })
  }

  /** @returns the operator and the tenants that were made for the demo, the one to show first, and how a program reaches it */
  async #startApplication(port) {
    const { folder, processes, secrets, services } = this
    const nodeEnv = this.development ? 'development' : 'production'
    const settings = demoSettings({ folder, secrets, services, host: host(), port, nodeEnv })
    if (this.development) folder.write('settings.json', settings)
    const env = { ...process.env, ...settings }
    this.watch = this.development?.({ processes, progress: this.progress })
    const [state, { signal }] = [this.#state, this.#ending]
    const transactionsUrl = this.transactions.url
    const place = { port, folder, processes, state, transactionsUrl }
    const application = new Application({ env, ...place, signal, watch: this.watch })
    const preparation = new Preparation(folder)
    const seeding = this.#seed(application)
    if (!preparation.isDone) await seeding
    const [{ tenants, operator, connection }] = await Promise.all([
      seeding,
      this.#boot(application),
    ])
    preparation.remember()
    tenants.sort((a, b) => (b.slug === SHOWN_TENANT) - (a.slug === SHOWN_TENANT))
    return { tenants, operator, connection }
  }

  async #seed(application) {
    let seeded
    await this.progress.step('Database and tenants', async () => {
      seeded = await application.seed()
      return `Database migrated, tenants ${seeded.tenants.map((tenant) => tenant.slug).join(', ')}`
    })
    return seeded
  }

  async #boot(application) {
    await this.progress.step('Web and worker', async () => {
      await application.start()
      return `Web on port ${application.port}, and a worker`
    })
  }

  async #startTransactions(connection) {
    await this.progress.step('Transactions, a program that sends contracts', async () => {
      await this.transactions.start(connection)
      return `Transactions on port ${this.transactions.port}`
    })
  }

  async #doMainJob([tenant]) {
    const { folder, progress } = this
    const { mail, hooks } = this.services
    const job = new MainJob({ tenant, folder, mail, hooks, database: databaseName() })
    await progress.step('A contract goes to two signers', () => job.run())
    return job
  }

  /** For programs: what the summary says, in demo.json. */
  #announce({ port, platformUrl, tenants, operator, job }) {
    this.folder.write('demo.json', {
      ready: true,
      pid: process.pid,
      baseUrl: `http://127.0.0.1:${port}`,
      platformUrl,
      inboxUrl: this.services.mail.url,
      hookUrl: this.services.hooks.url,
      transactionsUrl: this.transactions.url,
      tenants,
      operator,
      documents: [{ id: job.document.id, tenant: job.tenant.slug, signingUrls: job.signingUrls }],
    })
  }

  async #webPort() {
    if (process.env.PORT) return exactPort(process.env.PORT, 'PORT')
    const port = await freePort(this.folder.read('web.json').port, USUAL_PORT)
    this.folder.write('web.json', { port })
    return port
  }

  #lose(child) {
    this.progress.say(
      `\nThe ${child.name} process ${child.outcome} (${child.log}):\n${child.tail()}`
    )
    return this.#end(1)
  }

  async #end(code) {
    if (this.#ending.signal.aborted) return
    this.progress.say('\nEnding …')
    await this.#stop()
    process.exit(code)
  }

  async #stop() {
    this.#ending.abort()
    this.watch?.close()
    rmSync(this.folder.at('demo.json'), { force: true })
    await this.processes.stop()
    await this.services?.close()
  }
}

function host() {
  return isIP(process.env.HOST ?? '') ? process.env.HOST : '127.0.0.1'
}
