import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { request } from 'undici'

const READY_WITHIN_MS = 60_000
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

  static async start(): Promise<OwnWeb> {
    const port = await freePort()
    const child = spawn(process.execPath, [...process.execArgv, ...entry()], {
      cwd: app.makePath(),
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_SCHEME: 'http',
        LOG_LEVEL: 'trace',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const web = new OwnWeb(child, `http://127.0.0.1:${port}`)
    await web.#untilReady()
    return web
  }

  get log(): string {
    return this.#log
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM')
    if (this.child.exitCode === null) await once(this.child, 'exit')
  }

  async #untilReady(): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS
    while (performance.now() < deadline && this.child.exitCode === null) {
      const answer = await request(`${this.origin}/internal/ready`).catch(() => null)
      await answer?.body.dump()
      if (answer?.statusCode === 200) return
      await pause(STEP_MS)
    }
    throw new Error(`A web process of this installation does not start:\n${this.#log}`)
  }
}

/** Built, it is JavaScript; else it needs what reads TypeScript. */
function entry(): string[] {
  const built = app.makePath('bin/server.js')
  return existsSync(built) ? [built] : ['--import=@poppinss/ts-exec', app.makePath('bin/server.ts')]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
