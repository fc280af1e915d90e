import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { WITHHELD_FROM_WEB } from '#app/foundation/processes/process_settings'
import { freePort } from '#app/foundation/processes/free_port'
import { endWithUs } from './child_processes.js'
import { program } from './program.js'

/** On a machine where other parts of a run start processes as well. */
const READY_WITHIN_MS = 120_000
const STEP_MS = 50

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
    endWithUs(process)
    this.end = once(process, 'exit').then(([code, signal]) => ({ code, signal }))
  }

  /** What it logged so far. */
  get output(): string {
    return this.#output
  }

  /** @throws what came of it, once it is ended */
  static async start(
    environment: Record<string, string>,
    withinMs = READY_WITHIN_MS
  ): Promise<WebProcess> {
    const web = await WebProcess.begin(environment)
    const trouble = await web.#answers(withinMs)
    if (trouble === null) return web
    const ending = web.hasEnded ? await web.end : null
    await web.kill()
    const came = ending
      ? `ended with ${ending.signal ?? ending.code}.`
      : `was not ready within ${withinMs / 1_000} s. Its last answer: ${trouble}.`
    const said = web.output ? `It said:\n${web.output}` : 'It said nothing.'
    throw new Error(`The web process at ${web.origin} ${came} ${said}`)
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

  /** @returns null once it answers, else what it answered last */
  async #answers(withinMs: number): Promise<string | null> {
    const deadline = performance.now() + withinMs
    let trouble = 'none'
    while (performance.now() < deadline && !this.hasEnded) {
      const signal = AbortSignal.timeout(withinMs)
      const answer = await fetch(`${this.origin}/internal/health`, { signal }).catch(causeOf)
      if (answer instanceof Response && answer.ok) return null
      trouble = answer instanceof Response ? String(answer.status) : answer
      await pause(STEP_MS)
    }
    return trouble
  }
}

function causeOf({ message, cause }: Error): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : message
}
