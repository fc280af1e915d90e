import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import app from '@adonisjs/core/services/app'
import { freePort } from '#app/foundation/processes/free_port'
import { dropInstallation } from './dropped_installation.js'
import { superuserUrl } from './superuser.js'
import { until } from './until.js'

const secret = () => randomBytes(32).toString('hex')

const NEVER_COPIED = ['.git', 'node_modules', 'build', 'tmp', 'coverage', '.env']

/** To a process and all that it has started. @returns whether there was any */
function signal({ pid }: ChildProcess, name: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, name)
  } catch {
    return false // they have ended
  }
}

/** A copy of the project as a stranger has it after `npm ci`, with a database and a Redis of its own, and its settings in `.env`. */
export class ProductionInstall {
  /** Of the logins that the web process must not be: no file that web reads has them. */
  readonly #withheld = { DATABASE_SECRET_RELAY: secret(), DATABASE_SECRET_MIGRATOR: secret() }
  #processes: ChildProcess[] = []
  #output = ''

  private constructor(
    readonly folder: string,
    readonly name: string,
    readonly port: number
  ) {}

  static async make(): Promise<ProductionInstall> {
    const folder = mkdtempSync(app.makePath('tmp', 'install-'))
    const name = `prod_${randomBytes(4).toString('hex')}`
    const install = new ProductionInstall(folder, name, await freePort())
    for (const entry of readdirSync(app.makePath()))
      if (!NEVER_COPIED.includes(entry))
        cpSync(app.makePath(entry), join(folder, entry), { recursive: true })
    install.#linkPackages()
    writeFileSync(join(folder, '.env'), install.#settings())
    return install
  }

  /** The commands of README, "In production", without their comments. */
  static readmeCommands(): string[] {
    const [, block] =
      /## In production\n\n```sh\n([^`]+)```/.exec(
        readFileSync(app.makePath('README.md'), 'utf8')
      ) ?? []
    return (block ?? '')
      .trim()
      .split('\n')
      .map((line) => line.split('#')[0].trim())
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** What its processes have written so far. */
  get output(): string {
    return this.#output
  }

  /** Runs a command line to its end, as typed into a shell in its folder. @throws with its output when it fails */
  async run(line: string, env: Record<string, string> = {}): Promise<string> {
    const child = this.#spawn(line, { ...this.#withheld, ...env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (output += text.toString()))
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${line} ended with code ${code}:\n${output}`)
    return stripVTControlCharacters(output)
  }

  /** Starts a command line that goes on until `stop`. @param isWeb  gets no secrets but its own */
  start(line: string, { isWeb }: { isWeb: boolean }): void {
    const child = this.#spawn(line, isWeb ? {} : this.#withheld)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (this.#output += text.toString()))
    this.#processes.push(child)
  }

  async isReady(): Promise<void> {
    await until(async () => {
      const answer = await fetch(`${this.origin}/internal/ready`).catch(() => null)
      return answer?.status === 200
    })
  }

  /** npm ends before what it has started, so it waits for all of them. @returns the codes that its processes ended with */
  async stop(): Promise<(number | null)[]> {
    const children = this.#processes.splice(0)
    for (const child of children) signal(child, 'SIGTERM')
    await until(() => !children.some((child) => signal(child, 0)))
    return children.map(({ exitCode }) => exitCode)
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
    await dropInstallation(this.name)
  }

  /** A process group of its own, in an environment that knows nothing of the one that tests run in. */
  #spawn(line: string, env: Record<string, string>): ChildProcess {
    const path = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((entry) => !entry.includes('node_modules'))
      .join(delimiter)
    return spawn('sh', ['-c', `exec ${line}`], {
      cwd: this.folder,
      env: { PATH: path, HOME: process.env.HOME ?? '/', NO_COLOR: '1', ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** The project's packages as links to the same files: npm removes them here and leaves the project's alone. */
  #linkPackages(): void {
    const [from, to] = [app.makePath('node_modules'), join(this.folder, 'node_modules')]
    execFileSync('cp', ['-al', from, to])
    const lock = '.package-lock.json' // the one file that npm writes in place
    rmSync(join(to, lock))
    cpSync(join(from, lock), join(to, lock))
  }

  #settings(): string {
    const database = new URL(superuserUrl(this.name))
    database.username = this.name
    database.password = ''
    const redis = new URL(process.env.REDIS_URL ?? '')
    redis.pathname = '/7'
    const settings = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: this.port,
      LOG_LEVEL: 'info',
      APP_KEY: secret(),
      PLATFORM_DOMAIN: 'localhost',
      PUBLIC_SCHEME: 'http',
      PLAIN_HTTP: 'accepted',
      PUBLIC_PORT: this.port,
      DATABASE_URL: database.href,
      DATABASE_SECRET_PLATFORM: secret(),
      DATABASE_SECRET_APP: secret(),
      REDIS_URL: redis.href,
      KEYS_DIR: join(this.folder, 'state', 'keys'),
      DRIVE_DISK: 'fs',
      STORAGE_DIR: join(this.folder, 'state', 'storage'),
      SMTP_HOST: process.env.SMTP_HOST,
      SMTP_PORT: process.env.SMTP_PORT,
      MAIL_FROM: 'sign@localhost',
    }
    return Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join('')
  }
}
