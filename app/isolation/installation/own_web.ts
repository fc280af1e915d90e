import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { request } from 'undici'
import { freePort } from '#app/foundation/processes/free_port'
import { WITHHELD_FROM_WEB } from '#app/foundation/processes/process_settings'
import { timeScale } from '#app/foundation/time_scale'

const READY_WITHIN_MS = 60_000
const LEAVES_WITHIN_MS = 10_000
const STEP_MS = 100

/** A web process of this installation for as long as a proof takes, at its most talkative. */
export class OwnWeb {
  #log = ''

  private constructor(
    private child: ChildProcess,
    readonly origin: string
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (this.#log += text))
  }

  /** @throws when it is not ready within a minute; it is gone by then */
  static async start(): Promise<OwnWeb> {
    const port = await freePort()
    const child = spawn(process.execPath, [...process.execArgv, ...entry()], {
      cwd: app.makePath(),
      env: {
        ...process.env,
        ...WITHHELD_FROM_WEB,
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_SCHEME: 'http',
        PLAIN_HTTP: 'accepted',
        LOG_LEVEL: 'trace',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const web = new OwnWeb(child, `http://127.0.0.1:${port}`)
    try {
      await web.#untilReady()
      return web
    } catch (error) {
      await web.stop()
      throw error
    }
  }

  get log(): string {
    return this.#log
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return
    const ended = once(this.child, 'exit')
    this.child.kill('SIGTERM')
    const late = setTimeout(() => this.child.kill('SIGKILL'), LEAVES_WITHIN_MS)
    await ended
    clearTimeout(late)
  }

  async #untilReady(): Promise<void> {
    const deadline = performance.now() + timeScale.of(READY_WITHIN_MS)
    while (performance.now() < deadline && !this.#hasEnded) {
      const answer = await request(`${this.origin}/internal/ready`).catch(() => null)
      await answer?.body.dump()
      if (answer?.statusCode === 200) return
      await pause(STEP_MS)
    }
    throw new Error(`A web process of this installation does not get ready:\n${this.#log}`)
  }

  get #hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }
}

/** Built, it is JavaScript; else it needs what reads TypeScript. */
function entry(): string[] {
  const built = app.makePath('bin/server.js')
  return existsSync(built) ? [built] : ['--import=@poppinss/ts-exec', app.makePath('bin/server.ts')]
}
