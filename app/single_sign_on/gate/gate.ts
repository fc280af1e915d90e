import { Piscina } from 'piscina'
import { clock } from '#app/foundation/clock'
import { ownModule } from '#app/foundation/processes/own_module'
import type { VerifiedAssertion, Examined } from './response.js'
import type { LogoutInput, LogoutMessage } from './logout.js'
import type { ProviderMetadata } from './provider_metadata.js'
import type { Fault } from './rejection.js'
import type { GateSettings } from './settings.js'

const MAX_THREADS = 2
const MAX_WAITING = 200
const MAX_HEAP_MIB = 192
/** A message within the bounds takes some ten milliseconds; this is for a machine that does much else. */
const MAX_MS = 10_000
const IDLE_MS = 60_000

const TOO_LONG: Fault = { check: 'size', code: 'E_TIME' }

/**
 * Every message of an identity provider goes through here, for a log-in, a log-out or a test. It is read in a thread: the libraries for XML are
 * synchronous, and hostile messages cost more than others. A thread that takes too long is ended, and the message refused.
 */
export class Gate {
  #pool: Piscina | undefined

  /** @param message  as the form has it, base64 */
  async response(message: unknown, settings: GateSettings): Promise<Examined<VerifiedAssertion>> {
    const now = clock.now().getTime()
    return this.#run('response', { message, settings, now }, (fault) => ({ passed: [], fault }))
  }

  async logout(message: LogoutInput, settings: GateSettings): Promise<Examined<LogoutMessage>> {
    const now = clock.now().getTime()
    return this.#run('logout', { message, settings, now }, (fault) => ({ passed: [], fault }))
  }

  async metadata(xml: string): Promise<{ result?: ProviderMetadata; fault?: Fault }> {
    return this.#run('metadata', xml, (fault) => ({ fault }))
  }

  async close(): Promise<void> {
    const pool = this.#pool
    this.#pool = undefined
    await pool?.destroy()
  }

  async #run<Result>(
    name: string,
    task: unknown,
    refused: (fault: Fault) => Result
  ): Promise<Result> {
    this.#pool ??= threads()
    const late = AbortSignal.timeout(MAX_MS)
    try {
      return (await this.#pool.run(task, { name, signal: late })) as Result
    } catch {
      return refused(TOO_LONG)
    }
  }
}

function threads(): Piscina {
  const { url, execArgv } = ownModule('./gate_worker', import.meta.url)
  const pool = new Piscina({
    filename: url.href,
    execArgv,
    env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
    minThreads: 0,
    maxThreads: MAX_THREADS,
    maxQueue: MAX_WAITING,
    idleTimeout: IDLE_MS,
    concurrentTasksPerWorker: 1,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  })
  // a thread that dies between tasks is replaced; the task that needs it is refused
  pool.on('error', () => {})
  return pool
}

export const gate = new Gate()
