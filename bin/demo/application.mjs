import { setTimeout as pause } from 'node:timers/promises'
import { inClone, root } from '../services/clone.mjs'
import { run } from '../services/command.mjs'
import { SentenceError } from '../services/sentence_error.mjs'
import { webEnvironment, workerEnvironment } from './environment.mjs'
import { localRequest } from './local_request.mjs'

const READY_WITHIN_MS = 90_000
const RETRY_MS = 50
const RANK = 1 // ended before PostgreSQL and Redis

/** The product's own processes: the commands that prepare it, its web and its worker. */
export class Application {
  /**
   * @param options.state  the file that remembers passwords and keys, which the database does not
   * @param options.transactionsUrl  where the program is that is connected to the first tenant
   * @param options.signal tells that the demo ends
   * @param options.watch  has the sources watched; without it they run as they are at the start
   */
  constructor({ env, port, folder, processes, state, transactionsUrl, signal, watch }) {
    Object.assign(this, { env, port, folder, processes, state, transactionsUrl, signal, watch })
  }

  /** Prepares the database, migrates, and makes the operator and the tenants of the demo; safe to repeat. */
  async seed() {
    const args = ['ace.js', 'demo:seed', '--json']
    args.push('--state', this.state, '--transactions', this.transactionsUrl)
    const output = await run(process.execPath, args, {
      cwd: root,
      env: this.env,
      signal: this.signal,
      log: this.folder.at('logs', 'seed.log'),
      isSecret: true, // it prints keys and passwords
    })
    const line = output.split('\n').findLast((text) => text.startsWith('{'))
    if (!line) throw new SentenceError(`demo:seed printed no JSON:\n${output}`)
    const { tenants, operator, connection } = JSON.parse(line)
    const bare = (seeded) => ({ ...seeded, url: seeded.url.replace(/\/$/, '') })
    return { tenants: tenants.map(bare), operator: bare(operator), connection }
  }

  async start() {
    const start = (name, env, entry, ...args) =>
      this.processes.start(
        name,
        process.execPath,
        [
          '--import=@poppinss/ts-exec',
          ...(this.watch?.imports ?? []),
          inClone('bin', entry),
          ...args,
        ],
        {
          ...{ cwd: root, env: { ...env, ...this.watch?.env } },
          ...{ rank: RANK, keep: true, graceMs: 15_000 },
          ...this.watch?.options,
        }
      )
    this.web = start('web', webEnvironment(this.env), 'server.ts')
    this.worker = start('worker', workerEnvironment(this.env), 'console.ts', 'worker')
    await this.#untilReady()
    this.web.settle()
    this.worker.settle()
    this.watch?.start([this.web, this.worker])
  }

  async #untilReady() {
    const deadline = Date.now() + READY_WITHIN_MS
    const url = `http://127.0.0.1:${this.port}/internal/ready`
    for (;;) {
      const answer = await localRequest({ url, timeoutMs: 5_000 }).catch(() => null)
      if (answer?.status === 200) return
      for (const child of [this.web, this.worker]) {
        if (!child.isRunning)
          throw new SentenceError(`The ${child.name} process ${child.outcome}.\n${child.tail()}`)
      }
      if (Date.now() > deadline) throw this.#lateness(answer)
      await pause(RETRY_MS)
    }
  }

  #lateness(answer) {
    const state = answer ? `${answer.status} ${answer.text}` : 'nothing'
    return new SentenceError(
      `The web process does not get ready: it answers ${state}.\n${this.web.tail()}`
    )
  }
}
