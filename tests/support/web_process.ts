import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { WITHHELD_FROM_WEB } from '#app/foundation/processes/process_settings'
import { freePort } from '#app/foundation/processes/free_port'
import { program } from './program.js'

const READY_WITHIN_MS = 30_000

interface End {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The application as a web process of its own, with some of its environment changed. */
export class WebProcess {
  readonly end: Promise<End>
  #output = ''

  private constructor(
    private process: ChildProcess,
    readonly origin: string
  ) {
    process.stdout?.on('data', (text: Buffer) => (this.#output += text))
    process.stderr?.on('data', (text: Buffer) => (this.#output += text))
    this.end = once(process, 'exit').then(([code, signal]) => ({ code, signal }))
  }

  /** What it logged so far. */
  get output(): string {
    return this.#output
  }

  static async start(environment: Record<string, string>): Promise<WebProcess> {
    const web = await WebProcess.begin(environment)
    await web.#answers()
    return web
  }

  /** The same, without waiting until it answers. */
  static async begin(
    environment: Record<string, string>,
    port?: number | string
  ): Promise<WebProcess> {
    const own = String(port ?? (await freePort()))
    const child = spawn(process.execPath, program('bin/server'), {
      cwd: app.makePath('.'),
      env: {
        ...process.env,
        ...WITHHELD_FROM_WEB,
        NODE_ENV: 'production',
        PORT: own,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return new WebProcess(child, `http://127.0.0.1:${own}`)
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null
  }

  get pid(): number {
    return this.process.pid ?? 0
  }

  send(signal: NodeJS.Signals): void {
    this.process.kill(signal)
  }

  async stop(): Promise<void> {
    if (!this.hasEnded) this.send('SIGTERM')
    await this.end
  }

  async kill(): Promise<void> {
    if (!this.hasEnded) this.send('SIGKILL')
    await this.end
  }

  async #answers(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS
    while (Date.now() < deadline && !this.hasEnded) {
      const answer = await fetch(`${this.origin}/internal/health`).catch(() => null)
      if (answer?.ok) return
      await pause(50)
    }
    throw new Error(`The web process does not answer:\n${this.#output}`)
  }
}
