import { rmSync } from 'node:fs'
import { DemoFolder } from '../../../bin/demo/demo_folder.mjs'
import { demoSettings } from '../../../bin/demo/environment.mjs'
import { Services } from '../../../bin/demo/services.mjs'
import { inClone } from '../../../bin/services/clone.mjs'
import { freePort } from '../../../bin/services/ports.mjs'
import { Processes } from '../../../bin/services/processes.mjs'
import { ServerHome } from '../../../bin/services/server_home.mjs'
import { Balancer } from './balancer.mjs'
import { Containers } from './containers.mjs'
import { Figures } from './figures.mjs'
import { Image } from './image.mjs'
import { SigningLoad } from './signing_load.mjs'

const TENANT = 'first'
const AT_ONCE = 2
const DOCUMENTS = 10
const USER = '10001'
/** What the image or compose.yaml says. */
const OF_THE_IMAGE = ['HOST', 'PORT', 'KEYS_DIR', 'CHECKPOINTS_DIR', 'STORAGE_DIR']
const KEPT_OUT = ['DATABASE_ADMIN_URL']

/** docs/deploy/containers.md from Debian's packages to completed documents, with PostgreSQL and Redis on this machine. */
export class ContainerTrial {
  constructor(progress) {
    this.progress = progress
    this.folder = new DemoFolder(inClone('tmp', 'containers', 'data'))
    this.figures = new Figures()
  }

  async run() {
    const { folder, progress } = this
    new ServerHome({ parent: folder.path, name: 'postgres' }).remove()
    rmSync(folder.path, { recursive: true, force: true })
    folder.prepare()
    this.log = folder.at('logs', 'commands.log')
    const image = new Image(this.log)
    await progress.step('Base, by debootstrap', () => image.makeBase())
    await progress.step('Image', async () => `Image, ${await image.build()} MB`)
    await this.#startServices()
    await this.#makeContainers(image)
    await this.#prepare()
    await progress.step('Web and worker are healthy', async () => {
      await this.containers.start()
      await this.containers.areHealthy()
    })
    await progress.step('They may do little', () => this.#lookInside())
    await progress.step(`${DOCUMENTS} documents are completed`, () => this.#drive())
    await progress.step('They stop well', () => this.#stop())
  }

  async close() {
    await this.containers?.remove().catch(() => {}) // they may not have been made
    await this.processes?.stop()
    await this.services?.close()
  }

  async #startServices() {
    const { folder, progress } = this
    const onLost = (child) => this.figures.fail(`${child.name} ${child.outcome}`)
    this.processes = new Processes({ logs: folder.at('logs'), onLost })
    this.secrets = folder.secrets()
    const { processes, secrets } = this
    this.services = new Services({ folder, processes, progress, secrets })
    await this.services.start()
  }

  async #makeContainers(image) {
    const { folder, services, secrets, log } = this
    const ports = { web: await freePort(), metrics: await freePort() }
    const given = { folder, secrets, services, host: '127.0.0.1', port: ports.web }
    const settings = demoSettings({ ...given, nodeEnv: 'production' })
    const left = Object.entries(settings).filter(
      ([name]) => ![...OF_THE_IMAGE, ...KEPT_OUT].includes(name)
    )
    const env = { ...Object.fromEntries(left), OUTBOUND_ALLOW_PRIVATE: 'webhooks,smtp' }
    this.containers = new Containers({ image, folder, env, ports, log })
    this.containers.writeSettings()
    this.port = ports.web
    this.adminUrl = settings.DATABASE_ADMIN_URL
  }

  async #prepare() {
    const { containers, progress } = this
    await progress.step('cell:prepare, migrate, tenant:create', async () => {
      await containers.ace(['cell:prepare'], { DATABASE_ADMIN_URL: this.adminUrl })
      await containers.ace(['migrate'])
      const owner = ['--owner', `owner@${TENANT}.test`, '--plan', 'enterprise']
      await containers.ace(['tenant:create', TENANT, '--slug', TENANT, ...owner])
      const key = ['key:create', TENANT, '--environment', 'live', '--json']
      this.key = JSON.parse(await containers.ace(key)).key
    })
  }

  /** Not root, no capability, nothing to gain by running another program, and nowhere to write but in its state and /tmp. */
  async #lookInside() {
    const write = `const { writeFileSync } = require('node:fs')
      for (const file of ['/opt/countersign/build/x', '/etc/x', '/tmp/x', '/var/lib/countersign/x'])
        try { writeFileSync(file, ''); console.log(file) } catch {}`
    for (const service of ['web', 'worker']) {
      const status = await this.containers.within(service, 'cat', '/proc/1/status')
      const value = (name) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
      expect(`the user of ${service}`, value('Uid'), USER)
      expect(`what ${service} is capable of`, Number.parseInt(value('CapEff'), 16), 0)
      expect(`new privileges of ${service}`, value('NoNewPrivs'), '1')
      const written = await this.containers.within(service, 'node', '-e', write)
      expect(`what ${service} writes`, written, '/tmp/x\n/var/lib/countersign/x\n')
    }
  }

  async #drive() {
    const { figures, services, port } = this
    const balancer = new Balancer()
    await balancer.add('web', port)
    const hosts = [{ host: `${TENANT}.localhost:${port}`, key: this.key }]
    const load = new SigningLoad({ hosts, hooks: services.hooks, balancer, figures })
    figures.begin('containers')
    await load.begin(AT_ONCE)
    await load.completes(DOCUMENTS)
    await load.end()
    expect('what failed', figures.failures.join('\n'), '')
    return `${load.sent} documents sent and completed`
  }

  async #stop() {
    for (const service of ['web', 'worker'])
      expect(`how ${service} ends`, await this.containers.stop(service), 0)
    expect(
      'the health of a web process that has ended',
      await this.containers.isHealthy('web'),
      false
    )
  }
}

function expect(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what}: ${found}, and not ${wanted}`)
}
