import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { ownModule } from './own_module.js'
import { Turns } from '#app/foundation/turns'
import NotOurPdf from './errors/not_our_pdf.js'
import SealFailed from './errors/seal_failed.js'
import SealImpossible from './errors/seal_impossible.js'
import SignatureImageUnreadable from './errors/signature_image_unreadable.js'
import type { TimestampAuthority } from './pades/timestamp_authority.js'
import type { Sealed, SealOrder } from './seal_order.js'
import type { Answer, StampOrder, Unstamped } from './seal_worker.js'

export type * from './seal_order.js'

const DEADLINE_MS = 15_000
const MAX_WAITING = 1_000
const IDLE_MS = 60_000
const MAX_HEAP_MIB = 512
/** Of what is soon thrown away; left to itself a thread keeps 48 MB for it. */
const YOUNG_HEAP_MIB = 12

export interface SealerOptions {
  maxThreads: number
  deadlineMs: number
  /** The service behind a timestamp URL. */
  timestampAuthority: (url: string) => Promise<Pick<TimestampAuthority, 'stamp'>>
}

/**
 * Seals documents in warm threads: the values drawn into the pages, a certificate of completion
 * behind them, and a PAdES signature over all of it.
 */
export class Sealer {
  #options: SealerOptions
  #turns: Turns
  #threads: { pool: Piscina; ready: Promise<unknown> } | undefined

  constructor(options: Partial<SealerOptions> = {}) {
    this.#options = {
      maxThreads: Math.max(1, Math.min(4, availableParallelism())),
      deadlineMs: DEADLINE_MS,
      timestampAuthority: async (url) => {
        const { TimestampAuthority } = await import('./pades/timestamp_authority.js')
        return new TimestampAuthority(url)
      },
      ...options,
    }
    this.#turns = new Turns(this.#options.maxThreads)
  }

  /** Starts the first thread, which seals something of its own before it takes work. */
  async warm() {
    await this.#started()
  }

  /**
   * @returns the sealed file, which was verified, and begins with the canonical bytes
   * @throws E_SEAL_FAILED, E_SEAL_IMPOSSIBLE, E_NOT_OUR_PDF (the canonical bytes are not those of
   *   `intake`), E_SIGNATURE_IMAGE_UNREADABLE, E_TIMESTAMP_REFUSED, and for a timestamp URL what
   *   `publicHttp` throws; `isPermanent` says which of them will come again
   */
  async seal(order: SealOrder): Promise<Sealed> {
    const { timestampUrl, chain, certificate } = order.signing
    if (timestampUrl === undefined) return this.#run<Sealed>('seal', order)
    const unstamped = await this.#run<Unstamped>('sealForTimestamp', order)
    const authority = await this.#options.timestampAuthority(timestampUrl)
    const token = await authority.stamp(unstamped.signature.value)
    const stamping: StampOrder = { unstamped, token, roots: [chain.at(-1) ?? certificate] }
    return this.#run<Sealed>('addTimestamp', stamping)
  }

  /** Ends the threads; another order starts them again. */
  async close() {
    const threads = this.#threads
    this.#threads = undefined
    await threads?.pool.destroy()
  }

  async #run<Result>(name: string, task: SealOrder | StampOrder): Promise<Result> {
    if (this.#turns.waiting >= MAX_WAITING)
      throw new SealFailed('too many others wait to be sealed')
    const answer = await this.#turns.take(() => this.#within<Result>(name, task))
    if ('result' in answer) return answer.result
    throw refusal(answer.refused)
  }

  async #within<Result>(name: string, task: SealOrder | StampOrder): Promise<Answer<Result>> {
    const pool = await this.#started()
    try {
      const signal = AbortSignal.timeout(this.#options.deadlineMs)
      return (await pool.run(task, { name, signal })) as Answer<Result>
    } catch (cause) {
      if ((cause as Error).name === 'AbortError')
        throw new SealFailed('it took too long', { cause })
      throw new SealFailed(`its thread failed (${(cause as Error).message})`, { cause })
    }
  }

  async #started(): Promise<Piscina> {
    this.#threads ??= this.#start()
    await this.#threads.ready
    return this.#threads.pool
  }

  #start() {
    const { url, execArgv } = ownModule('./seal_worker', import.meta.url)
    const pool = new Piscina({
      filename: url.href,
      execArgv,
      env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
      minThreads: 1,
      maxThreads: this.#options.maxThreads,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_HEAP_MIB,
        maxYoungGenerationSizeMb: YOUNG_HEAP_MIB,
      },
    })
    // a thread that dies between tasks is replaced; the task that needs it tells
    pool.on('error', () => {})
    const ready = pool.run(undefined, { name: 'ready' })
    ready.catch(() => this.close())
    return { pool, ready }
  }
}

function refusal({ code, message }: { code: string; message: string }): Error {
  if (code === SignatureImageUnreadable.code) return new SignatureImageUnreadable()
  if (code === NotOurPdf.code) return Object.assign(new NotOurPdf(''), { message })
  const kind = code === SealImpossible.code ? SealImpossible : SealFailed
  return Object.assign(new kind(''), { message })
}

export const sealer = new Sealer()
