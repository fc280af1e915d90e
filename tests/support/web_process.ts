import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { freePort } from './free_port.js'
import { program } from './program.js'

const READY_WITHIN_MS = 30_000

/** The application as a web process of its own, with some of its environment changed. */
export class WebProcess {
  #output = ''

  private constructor(
    private process: ChildProcess,
    readonly origin: string
  ) {
    process.stdout?.on('data', (text: Buffer) => (this.#output += text))
    process.stderr?.on('data', (text: Buffer) => (this.#output += text))
  }

  /** What it logged so far. */
  get output(): string {
    return this.#output
  }

  static async start(environment: Record<string, string>): Promise<WebProcess> {
    const port = String(await freePort())
    const child = spawn(process.execPath, program('bin/server'), {
      cwd: app.makePath('.'),
      env: { ...process.env, NODE_ENV: 'production', PORT: port, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const web = new WebProcess(child, `http://127.0.0.1:${port}`)
    await web.#answers()
    return web
  }

  async stop(): Promise<void> {
    this.process.kill('SIGTERM')
    if (this.process.exitCode === null) await once(this.process, 'exit')
  }

  async #answers(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS
    while (Date.now() < deadline && this.process.exitCode === null) {
      const answer = await fetch(`${this.origin}/internal/health`).catch(() => null)
      if (answer?.ok) return
      await pause(50)
    }
    throw new Error('The web process does not answer')
  }
}
