import { setTimeout as pause } from 'node:timers/promises'
import { localRequest } from '../../../bin/demo/local_request.mjs'

const POLL_MS = 250
const READY_WITHIN_MS = 60_000

/** What a reverse proxy does: requests go in turn to the web processes that say they are ready. */
export class Balancer {
  #ready = new Map()
  #turn = 0

  /** @param name  of the process, for the figures */
  async add(name, port) {
    const deadline = Date.now() + READY_WITHIN_MS
    while (!(await isReady(port))) {
      if (Date.now() > deadline) throw new Error(`The web process ${name} does not get ready`)
      await pause(POLL_MS)
    }
    this.#ready.set(name, port)
    void this.#watch(name, port)
  }

  get names() {
    return [...this.#ready.keys()]
  }

  /** The web process whose turn it is. */
  next() {
    const all = [...this.#ready]
    if (all.length === 0) throw new Error('No web process is ready')
    this.#turn += 1
    const [name, port] = all[this.#turn % all.length]
    return { name, port }
  }

  async #watch(name, port) {
    while (await isReady(port)) await pause(POLL_MS)
    this.#ready.delete(name)
  }
}

async function isReady(port) {
  const url = `http://127.0.0.1:${port}/internal/ready`
  const answer = await localRequest({ url, timeoutMs: 5_000 }).catch(() => null)
  return answer?.status === 200
}
