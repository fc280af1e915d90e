import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '#app/foundation/processes/free_port'
import { obtainRedis } from './redis_process.js'
import { until } from './until.js'

const NAME = 'signing'
const PASSWORD = 'redis-password'
const SENTINELS = 3
const QUORUM = 2
/** Without an answer for so long a primary is given up. */
const DOWN_AFTER_MS = 1_000

/** A primary, a replica, and sentinels that watch them, each a process of its own. */
export class RedisSentinels {
  #servers: ChildProcess[] = []
  #sentinels: ChildProcess[] = []
  #sentinelPorts: number[] = []

  private constructor(
    private program: string,
    private folder: string,
    private ports: readonly [number, number]
  ) {}

  static async open(): Promise<RedisSentinels> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-sentinels-'))
    const ports = [await freePort(), await freePort()] as const
    const servers = new RedisSentinels(await obtainRedis(), folder, ports)
    await servers.#start()
    return servers
  }

  get url(): string {
    const hosts = this.#sentinelPorts.map((port) => `127.0.0.1:${port}`)
    return `redis+sentinel://:${PASSWORD}@${hosts.join(',')}/${NAME}/0`
  }

  /** The port of the server that the sentinels name. */
  async primary(): Promise<number> {
    const [, port] = await this.#askSentinel('GET-MASTER-ADDR-BY-NAME')
    return Number(port)
  }

  /** Kills the first primary, and waits until the sentinels name the other. */
  async losePrimary(): Promise<void> {
    this.#servers[0].kill('SIGKILL')
    await until(async () => (await this.primary()) === this.ports[1])
  }

  /** Starts it again, as it was; the sentinels make it a replica. */
  async bringBack(): Promise<void> {
    await this.#startServer(0)
    await until(async () => {
      const answer = await this.#ask(
        this.ports[0],
        (client) => client.info('replication'),
        PASSWORD
      )
      return answer.includes('master_link_status:up')
    })
  }

  async close(): Promise<void> {
    for (const child of [...this.#sentinels, ...this.#servers]) child.kill('SIGKILL')
    await rm(this.folder, { recursive: true, force: true })
  }

  async #start(): Promise<void> {
    await this.#startServer(0)
    await this.#startServer(1, ['--replicaof', '127.0.0.1', String(this.ports[0])])
    for (let number = 0; number < SENTINELS; number += 1) await this.#startSentinel()
    await until(async () => {
      const [replicas, others] = [
        await this.#askSentinel('REPLICAS'),
        await this.#askSentinel('SENTINELS'),
      ]
      return replicas.length === 1 && others.length === SENTINELS - 1
    })
  }

  async #startServer(place: 0 | 1, more: string[] = []): Promise<void> {
    const folder = join(this.folder, String(place))
    await mkdir(folder, { recursive: true })
    const settings = ['--port', String(this.ports[place]), '--bind', '127.0.0.1', '--dir', folder]
    const secrets = ['--requirepass', PASSWORD, '--masterauth', PASSWORD]
    const keeping = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', '']
    const args = [...settings, ...secrets, ...keeping, ...more]
    this.#servers[place] = spawn(this.program, args, { stdio: 'ignore' })
    await this.#ask(this.ports[place], (client) => client.ping(), PASSWORD)
  }

  async #startSentinel(): Promise<void> {
    const port = await freePort()
    const file = join(this.folder, `sentinel-${port}.conf`)
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${this.folder}`,
      `sentinel monitor ${NAME} 127.0.0.1 ${this.ports[0]} ${QUORUM}`,
      `sentinel auth-pass ${NAME} ${PASSWORD}`,
      `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
    ]
    await writeFile(file, `${lines.join('\n')}\n`)
    this.#sentinels.push(spawn(this.program, [file, '--sentinel'], { stdio: 'ignore' }))
    this.#sentinelPorts.push(port)
    await this.#ask(port, (client) => client.ping())
  }

  async #askSentinel(question: string): Promise<unknown[]> {
    return this.#ask(
      this.#sentinelPorts[0],
      (client) => client.call('SENTINEL', question, NAME) as Promise<unknown[]>
    )
  }

  async #ask<T>(port: number, question: (client: Redis) => Promise<T>, password?: string) {
    const client = new Redis(port, '127.0.0.1', {
      ...{ password, maxRetriesPerRequest: null, retryStrategy: () => 50 },
    })
    client.on('error', () => {})
    try {
      return await question(client)
    } finally {
      client.disconnect()
    }
  }
}
