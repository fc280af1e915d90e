import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DebianTool } from './debian_tool.mjs'
import { SentenceError } from './sentence_error.mjs'
import { canBeSocket } from './socket_path.mjs'

const HOST = '127.0.0.1'
const READY_WITHIN_MS = 30_000
const RETRY_MS = 30

const redis = new DebianTool({
  commands: ['redis-server', 'valkey-server'],
  package: 'redis-server',
  program: 'usr/bin/redis-server',
})

/** The program of a Redis or Valkey: the machine's, else Debian's unpacked in `tmp/tools`. */
export async function obtainRedis() {
  try {
    return await redis.obtain({ install: false })
  } catch (error) {
    throw new SentenceError(
      `No Redis was found, and Debian's could not be fetched: ${error.message}.\n` +
        'Install one (`apt-get install redis-server`, `brew install redis`), or set REDIS_URL to a running one.'
    )
  }
}

/** A private Redis: own folder, own port and socket, a password, reachable from this machine alone. */
export class RedisServer {
  /** @param options.isDurable false for tests: what it holds ends with it */
  constructor({ program, parent, port, password, processes, isDurable = true, rank = 0 }) {
    Object.assign(this, { program, port, password, processes, isDurable, rank })
    this.folder = join(parent, 'redis')
    this.url = `redis://:${password}@${HOST}:${port}/0`
    this.socket = join(this.folder, 'redis.sock')
  }

  /** Its address at its socket; by the port where the path is too long for a socket. */
  get socketUrl() {
    return canBeSocket(this.socket)
      ? `unix://:${this.password}@${this.socket.split('/').map(encodeURIComponent).join('/')}`
      : this.url
  }

  async start() {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const configuration = join(this.folder, 'redis.conf')
    writeFileSync(configuration, this.#configuration(), { mode: 0o600 })
    chmodSync(configuration, 0o600)
    this.child = this.processes.start('redis', this.program, [configuration], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      rank: this.rank,
    })
    await this.#untilReady()
    this.child.settle()
    return this
  }

  #configuration() {
    const settings = {
      'bind': HOST,
      'port': this.port,
      'dir': `"${this.folder}"`,
      ...(canBeSocket(this.socket) && { unixsocket: `"${this.socket}"`, unixsocketperm: 700 }),
      'requirepass': this.password, // in this file rather than among the arguments, which everybody sees
      'maxmemory-policy': 'noeviction', // a queue must never lose a job to make room
      'appendonly': this.isDurable ? 'yes' : 'no',
      'appendfsync': 'everysec',
      'save': '""',
      'daemonize': 'no',
    }
    return Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join('')
  }

  async #untilReady() {
    const deadline = Date.now() + READY_WITHIN_MS
    for (;;) {
      const answer = await this.#ping()
      if (answer.startsWith('+OK')) return
      if (!this.child.isRunning) {
        throw new SentenceError(`Redis ${this.child.outcome}.\n${this.child.tail()}`)
      }
      if (Date.now() > deadline)
        throw new SentenceError(`Redis does not answer.\n${this.child.tail()}`)
      await pause(RETRY_MS)
    }
  }

  /** The answer to AUTH and PING; while the append-only file loads, the second is an error. */
  #ping() {
    return new Promise((resolve) => {
      let answer = ''
      const socket = createConnection(this.port, HOST)
      socket.on('connect', () => socket.write(`AUTH ${this.password}\r\nPING\r\n`))
      socket.on('data', (text) => {
        answer += text
        if (answer.split('\r\n').length < 3) return
        socket.destroy()
        resolve(answer.includes('+PONG') ? answer : '')
      })
      socket.on('error', () => resolve(''))
      socket.on('close', () => resolve(''))
    })
  }
}
