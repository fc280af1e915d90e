import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { freePort } from '#app/foundation/processes/free_port'
import { until } from './until.js'

/** Lines of `SIGNATURES_…=…`, as the dashboard shows them. */
export type Connection = Record<string, string>

/** The example in docs/examples/transactions as a process of its own, which may be stopped and started again over the same database. */
export class TransactionsApp {
  #child: ChildProcess | null = null
  #output = ''

  private constructor(
    private folder: string,
    readonly port: number
  ) {}

  static async prepare(): Promise<TransactionsApp> {
    return new TransactionsApp(await mkdtemp(join(tmpdir(), 'transactions-')), await freePort())
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get webhookUrl(): string {
    return `${this.url}/webhooks`
  }

  /** What it asked of the service since it was last started, in order. */
  get calls(): string[] {
    return this.#output
      .split('\n')
      .filter((line) => line.startsWith('→ '))
      .map((line) => line.slice(2))
  }

  async start(connection: Connection): Promise<void> {
    this.#output = ''
    const child = spawn(process.execPath, [app.makePath('docs/examples/transactions/server.js')], {
      env: {
        PATH: process.env.PATH,
        PORT: String(this.port),
        DATABASE: join(this.folder, 'transactions.sqlite'),
        ...connection,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (this.#output += text))
    this.#child = child
    await until(() => this.#output.includes('Transactions at') || child.exitCode !== null)
    if (child.exitCode !== null) throw new Error(`The example did not start:\n${this.#output}`)
  }

  /** As a machine that goes away: without a word. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.folder, { recursive: true })
  }
}
