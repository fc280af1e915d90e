import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { ownModule } from '#app/foundation/processes/own_module'
import SealFailed from './errors/seal_failed.js'

const POLL_MS = 250
const MAX_HEAP_MIB = 512
/** Of what is soon thrown away; left to itself a thread keeps 48 MB for it. */
const YOUNG_HEAP_MIB = 12

export interface SealLimits {
  /** Of the processor, whatever else the machine does: a seal that is nearly done is not thrown away because others were busy. */
  cpuMs: number
  /** By the clock, before the lease on the work ends. */
  wallMs: number
}

/** Far more than a busy machine takes to load its modules. */
const START_MS = 30_000

/** One thread that seals, one order at a time. It has sealed something of its own before it takes work. */
export class SealThread {
  /** @throws E_SEAL_FAILED where it does not start */
  readonly ready: Promise<unknown>
  #pool: Piscina
  #started: Promise<unknown>
  #isExhausted = false

  constructor(startMs = START_MS) {
    const { url, execArgv } = ownModule('./seal_worker', import.meta.url)
    this.#pool = new Piscina({
      filename: url.href,
      execArgv,
      env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_HEAP_MIB,
        maxYoungGenerationSizeMb: YOUNG_HEAP_MIB,
      },
    })
    // a thread that dies between tasks is replaced; the task that needs it tells
    this.#pool.on('error', () => {})
    this.#started = this.#pool.run(undefined, { name: 'ready' })
    this.ready = startedWithin(startMs, this.#started)
    this.ready.catch(() => {}) // those who wait for it are told
  }

  /** It failed at an order: another takes its place. */
  get isExhausted(): boolean {
    return this.#isExhausted
  }

  /** @throws E_SEAL_FAILED when the thread fails, or the limits are reached */
  async run(name: string, task: unknown, limits: SealLimits): Promise<unknown> {
    const late = new AbortController()
    const watch = watchOver(this.#pool.threads[0], limits, late)
    try {
      return await this.#pool.run(task, { name, signal: late.signal })
    } catch (cause) {
      this.#isExhausted = true
      if (late.signal.aborted) throw new SealFailed('it took too long', { cause })
      throw new SealFailed(`its thread failed (${(cause as Error).message})`, { cause })
    } finally {
      clearInterval(watch)
    }
  }

  /** One that starts has started first: V8 aborts the process when a thread is ended while its modules load. Nobody waits for one that does not. */
  async end(): Promise<void> {
    const ended = this.#started.catch(() => {}).then(() => this.#pool.destroy())
    const hasStarted = await this.ready.then(
      () => true,
      () => false
    )
    if (hasStarted) await ended
  }
}

async function startedWithin(ms: number, started: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SealFailed('a thread did not start in time')), ms)
  })
  try {
    return await Promise.race([started, late])
  } finally {
    clearTimeout(timer)
  }
}

function watchOver(thread: Worker, limits: SealLimits, late: AbortController): NodeJS.Timeout {
  const begunAt = performance.now()
  const before = cpuMsOf(thread)
  const poll = async () => {
    const isOver = performance.now() - begunAt > limits.wallMs
    if (isOver || (await cpuMsOf(thread)) - (await before) > limits.cpuMs) late.abort()
  }
  return setInterval(() => void poll(), Math.min(POLL_MS, limits.cpuMs, limits.wallMs))
}

/** @returns 0 for a thread that is gone: its task fails by itself */
async function cpuMsOf(thread: Worker): Promise<number> {
  try {
    const { user, system } = await thread.cpuUsage()
    return (user + system) / 1000
  } catch {
    return 0
  }
}
