import { SealThread } from './seal_thread.js'

const IDLE_MS = 60_000

interface Waiting {
  resolve: (thread: SealThread) => void
  reject: (error: unknown) => void
}

/**
 * Warm threads. While orders wait, another is started and warmed beside them, and gets work only then: an order goes to whichever is free
 * first. After a rush all but one are let go.
 */
export class SealThreads {
  #threads = new Set<SealThread>()
  #idle: SealThread[] = []
  #waiting: Waiting[] = []
  #rest: NodeJS.Timeout | undefined

  /** @param start  another one */
  constructor(
    private most: number,
    private start = () => new SealThread()
  ) {}

  get waiting(): number {
    return this.#waiting.length
  }

  /** One thread is ready. */
  async warm(): Promise<void> {
    this.#giveBack(await this.#take())
  }

  async with<Result>(work: (thread: SealThread) => Promise<Result>): Promise<Result> {
    const thread = await this.#take()
    try {
      return await work(thread)
    } finally {
      this.#giveBack(thread)
    }
  }

  /** Ends all; the next order starts one again. */
  async close(): Promise<void> {
    clearTimeout(this.#rest)
    const threads = [...this.#threads]
    this.#threads.clear()
    this.#idle = []
    await Promise.all(threads.map((thread) => thread.end()))
  }

  async #take(): Promise<SealThread> {
    const idle = this.#idle.pop()
    if (idle) return idle
    const taken = new Promise<SealThread>((resolve, reject) =>
      this.#waiting.push({ resolve, reject })
    )
    this.#startOneMore()
    return taken
  }

  #startOneMore(): void {
    if (this.#threads.size >= this.most) return
    const thread = this.start()
    this.#threads.add(thread)
    thread.ready.then(
      () => this.#offer(thread),
      (error) => this.#failed(thread, error)
    )
  }

  /** One that cannot start lets somebody know, unless others are there to work for them. */
  #failed(thread: SealThread, error: unknown): void {
    this.#letGo(thread)
    if (this.#threads.size > 0) return
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  #giveBack(thread: SealThread): void {
    if (!thread.isExhausted) return this.#offer(thread)
    this.#letGo(thread)
    if (this.#waiting.length > 0) this.#startOneMore()
  }

  #offer(thread: SealThread): void {
    if (!this.#threads.has(thread)) return
    const next = this.#waiting.shift()
    if (next) return next.resolve(thread)
    this.#idle.push(thread)
    this.#restLater()
  }

  #letGo(thread: SealThread): void {
    this.#threads.delete(thread)
    thread.end().catch(() => {}) // it is gone already
  }

  #restLater(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      for (const thread of this.#idle.splice(1)) this.#letGo(thread)
    }, IDLE_MS).unref()
  }
}
