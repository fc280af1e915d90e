import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { freePort } from '#app/foundation/processes/free_port'
import { until } from './until.js'

const READY_WITHIN_MS = 30_000

/** Caddy with the file that we ship, as it stands, and certificates of its own making. */
export class Caddy {
  #log = ''

  private constructor(
    private process: ChildProcess,
    private folder: string,
    readonly httpsPort: number,
    readonly httpPort: number
  ) {
    process.stderr?.on('data', (text) => (this.#log += text))
  }

  /**
   * @param upstreams  web processes; the first is asked about certificates
   * @param ports      chosen before, so that the application can be told of them
   */
  static async start(upstreams: string[], ports: { https: number; http: number }): Promise<Caddy> {
    const folder = mkdtempSync(join(tmpdir(), 'caddy-'))
    const child = spawn(
      process.env.CADDY_PATH || 'caddy',
      ['run', '--adapter', 'caddyfile', '--config', app.makePath('docs/deploy/Caddyfile')],
      {
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          XDG_DATA_HOME: folder,
          XDG_CONFIG_HOME: folder,
          UPSTREAM: upstreams.join(' '),
          TLS_ASK: upstreams[0],
          TLS_ISSUER: 'internal',
          CADDY_ADMIN: 'off',
          HTTPS_PORT: String(ports.https),
          HTTP_PORT: String(ports.http),
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      }
    )
    child.on('error', () => {}) // reported by the code that waits for it
    const caddy = new Caddy(child, folder, ports.https, ports.http)
    await caddy.#untilReady()
    return caddy
  }

  static async freePorts(): Promise<{ https: number; http: number }> {
    return { https: await freePort(), http: await freePort() }
  }

  /** Trust this to trust its certificates. */
  get authority(): string {
    return readFileSync(this.#root, 'utf8')
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null) {
      this.process.kill('SIGTERM')
      await once(this.process, 'exit')
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  get #root(): string {
    return join(this.folder, 'caddy/pki/authorities/local/root.crt')
  }

  async #untilReady(): Promise<void> {
    const answers = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(this.httpsPort, '127.0.0.1', () => resolve(true))
        socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
      })
    try {
      await until(async () => existsSync(this.#root) && (await answers()), READY_WITHIN_MS)
    } catch (error) {
      throw new Error(`Caddy does not start; it comes with the package caddy. ${this.#log}`, {
        cause: error,
      })
    }
  }
}
