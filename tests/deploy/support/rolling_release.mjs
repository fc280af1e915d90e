import { rmSync } from 'node:fs'
import { DemoFolder } from '../../../bin/demo/demo_folder.mjs'
import { demoSettings } from '../../../bin/demo/environment.mjs'
import { Services } from '../../../bin/demo/services.mjs'
import { inClone } from '../../../bin/services/clone.mjs'
import { freePort } from '../../../bin/services/ports.mjs'
import { Processes } from '../../../bin/services/processes.mjs'
import { ServerHome } from '../../../bin/services/server_home.mjs'
import { Balancer } from './balancer.mjs'
import { Figures } from './figures.mjs'
import { Release } from './release.mjs'
import { ReleaseProcesses } from './release_processes.mjs'
import { SigningLoad } from './signing_load.mjs'

const TENANTS = ['first', 'second', 'third']
const AT_ONCE = 4
const IN_EACH_PHASE = 20

/** The upgrade of docs/deploy from one release to the next, with the main job going on all the while. */
export class RollingRelease {
  constructor({ progress, revision }) {
    Object.assign(this, { progress, revision })
    this.home = inClone('tmp', 'rolling')
    this.folder = new DemoFolder(inClone('tmp', 'rolling', 'data'))
    this.balancer = new Balancer()
    this.figures = new Figures()
  }

  /** @returns whether no request and no document was lost */
  async run() {
    this.#tidy()
    const { progress } = this
    const log = this.folder.at('logs', 'commands.log')
    await progress.step('Previous release', async () => {
      this.previous = await Release.previous(this.revision, `${this.home}/releases`, log)
      await this.previous.prepare()
      return `Previous release, ${this.previous.folder.split('/').at(-1).slice(0, 12)}`
    })
    this.next = Release.here(log)
    await progress.step('New release', () => this.next.prepare())
    await this.#startServices()
    try {
      await this.#upgrade()
    } catch (error) {
      if (!this.load) throw error
      this.figures.fail(error.message) // what failed before it says why
    } finally {
      await this.close()
    }
    return this.#report()
  }

  async close() {
    await this.processes?.stop()
    await this.services?.close()
  }

  #tidy() {
    new ServerHome({ parent: this.folder.path, name: 'postgres' }).remove()
    rmSync(this.folder.path, { recursive: true, force: true })
    this.folder.prepare()
  }

  async #startServices() {
    const { folder, progress } = this
    this.processes = new Processes({
      logs: folder.at('logs'),
      onLost: (child) => this.figures.fail(`${child.name} ${child.outcome}`),
    })
    const secrets = folder.secrets()
    const { processes } = this
    this.services = new Services({ folder, processes, progress, secrets, hasSockets: false })
    await this.services.start()
    const host = '127.0.0.1'
    this.port = await freePort()
    const given = { folder, secrets, services: this.services, host, port: this.port }
    const settings = demoSettings({ ...given, nodeEnv: 'production' })
    const own = { OUTBOUND_ALLOW_PRIVATE: 'webhooks,smtp', DRAIN_SECONDS: '3', DATABASE_POOL: '5' }
    const { PATH, WALL_EXCEPTIONS = '' } = process.env
    this.env = { PATH, ...settings, ...own }
    this.releases = new ReleaseProcesses({
      ...{ processes: this.processes, balancer: this.balancer, figures: this.figures },
      envOf: (release) => (release === this.previous ? { ...this.env, WALL_EXCEPTIONS } : this.env),
    })
  }

  async #upgrade() {
    const { previous, next, figures, env } = this
    await this.#phase('previous release alone', async () => {
      await previous.ace(env, 'cell:prepare')
      await previous.ace(env, 'migrate')
      this.load = new SigningLoad({
        ...{ hooks: this.services.hooks, balancer: this.balancer, figures },
        hosts: await Promise.all(TENANTS.map((slug) => this.#tenant(slug))),
      })
      await this.releases.startWeb(previous)
      await this.releases.startWorker(previous)
      await this.load.begin(AT_ONCE)
    })
    await this.#phase('migrate', async () => {
      await next.ace(env, 'cell:prepare') // for checks of isolation that the previous release did not know
      await next.ace(env, 'migrate')
    })
    await this.#phase('new web, previous worker', () => this.releases.startWeb(next))
    await this.#phase('both of both', () => this.releases.startWorker(next))
    await this.#phase('previous starts again', async () => {
      await Promise.all([this.releases.stop('previous web'), this.releases.stop('previous worker')])
      await this.releases.startWeb(previous)
      await this.releases.startWorker(previous)
    })
    await this.#phase('new release alone', () =>
      Promise.all([this.releases.stop('previous web'), this.releases.stop('previous worker')])
    )
    await this.#phase('the last documents', () => this.load.end(), 0)
    await this.progress.step('Audit trails', async () => {
      for (const slug of TENANTS) await next.ace(env, 'audit:verify', slug)
    })
  }

  /** Something that happens while documents are sent and signed, and then some more of these. */
  async #phase(name, work, documents = IN_EACH_PHASE) {
    this.figures.begin(name)
    const phase = this.progress.step(name, async () => {
      await work()
      if (documents > 0) await this.load.completes(documents)
    })
    await phase.finally(() => this.figures.end())
  }

  async #tenant(slug) {
    const owner = ['--owner', `owner@${slug}.test`, '--plan', 'enterprise']
    await this.previous.ace(this.env, 'tenant:create', slug, '--slug', slug, ...owner, '--json')
    const key = ['key:create', slug, '--environment', 'live', '--json']
    const { key: secret } = JSON.parse(await this.previous.ace(this.env, ...key))
    return { host: `${slug}.localhost:${this.port}`, key: secret }
  }

  #report() {
    const { figures, load, progress } = this
    const { completed, sent, readAgain } = load
    const told = [...completed.values()].map((calls) => new Set(calls.map(({ body }) => body)).size)
    const repeated = told.filter((count) => count > 1).length
    progress.say(`\n${figures.table()}\n`)
    progress.say(`${sent} documents sent, ${completed.size} completed, ${repeated} told of twice`)
    progress.say(`${readAgain} times a signer had to read another consent text`)
    progress.say(`${figures.failures.length} failed\n${figures.failures.slice(0, 20).join('\n')}`)
    return figures.failures.length === 0 && completed.size === sent && repeated === 0
  }
}
