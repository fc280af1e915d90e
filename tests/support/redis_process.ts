import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '#app/foundation/processes/free_port'

/** The bootstrap's own look-up, which runs before there is any TypeScript. */
export const { obtainRedis } = (await import(
  new URL('../../bin/services/redis.mjs', import.meta.url).href
)) as { obtainRedis: () => Promise<string> }

/** A Redis that one test may empty, fill, freeze, stop and start. */
export class RedisProcess {
  #child?: ChildProcess

  private constructor(
    private program: string,
    private port: number,
    private folder: string
  ) {}

  static async open(): Promise<RedisProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-redis-'))
    const redis = new RedisProcess(await obtainRedis(), await freePort(), folder)
    await redis.start()
    return redis
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/0`
  }

  /** The same database, at its socket. */
  get socketUrl(): string {
    return `unix://${this.#socket}?db=0`
  }

  get #socket(): string {
    return join(this.folder, 'redis.sock')
  }

  async start(): Promise<void> {
    const places = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--unixsocket',
      this.#socket,
    ]
    const settings = [...places, '--dir', this.folder]
    const keeping = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', '']
    this.#child = spawn(this.program, [...settings, ...keeping], { stdio: 'ignore' })
    await this.ask((client) => client.ping())
  }

  async stop(): Promise<void> {
    this.send('SIGTERM')
    await once(this.#child!, 'exit')
  }

  send(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  async ask<T>(question: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
    client.on('error', () => {})
    try {
      return await question(client)
    } finally {
      client.disconnect()
    }
  }

  /** What others tell it from now on. A socket of its own: ioredis stumbles over lines that come together with the first answer. */
  async overhear(): Promise<{ said: () => string; end: () => void }> {
    const socket = connect(this.port, '127.0.0.1')
    let said = ''
    socket.on('data', (text) => (said += text.toString()))
    socket.write('MONITOR\r\n')
    await once(socket, 'data')
    return { said: () => said, end: () => void socket.destroy() }
  }

  async close(): Promise<void> {
    this.send('SIGCONT')
    this.send('SIGKILL')
    await rm(this.folder, { recursive: true, force: true })
  }
}
