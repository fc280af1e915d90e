import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import app from '@adonisjs/core/services/app'
import { endWithUs } from './child_processes.js'
import { program } from './program.js'
import { until } from './until.js'

/** Leases, polls and retries take a tenth of their time. */
const SHORTENED = { TIME_SCALE: '0.1', LOG_LEVEL: 'warn' }

type Settings = Record<string, string>

interface End {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A worker as in production, in a process that a test may kill. */
export class WorkerProcess {
  readonly end: Promise<End>
  #output = ''

  private constructor(private child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (this.#output += text))
    endWithUs(child)
    this.end = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  }

  /** @param settings  environment variables beside those of the tests, such as FAULT_POINT */
  static start(settings: Settings = {}): WorkerProcess {
    const child = spawn(process.execPath, [...program('bin/console'), 'worker'], {
      cwd: app.appRoot,
      env: { ...process.env, ...SHORTENED, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return new WorkerProcess(child)
  }

  async isAtWork(): Promise<this> {
    await until(() => this.#output.includes('worker is running') || this.hasEnded)
    if (this.hasEnded) throw new Error(`The worker did not start:\n${this.#output}`)
    return this
  }

  /** It has heard that it is to end, and takes nothing more. */
  async isStopping(): Promise<void> {
    await until(() => this.#output.includes('worker is stopping') || this.hasEnded)
  }

  /** What it said so far. */
  get output(): string {
    return this.#output
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  /** @returns the signal that ended it by itself */
  async dies(): Promise<NodeJS.Signals | null> {
    return (await this.end).signal
  }

  send(signal: NodeJS.Signals): void {
    this.child.kill(signal)
  }

  /** It finishes what it has in hand, and keeps nothing from the tests that follow. */
  async stop(): Promise<void> {
    if (!this.hasEnded) this.send('SIGTERM')
    await this.end
  }

  /** What it holds comes back once its lease ends. */
  async kill(): Promise<void> {
    if (!this.hasEnded) this.send('SIGKILL')
    await this.end
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }
}
