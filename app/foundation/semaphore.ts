/** Lets so many through at once; the others wait in line. */
export class Semaphore {
  #free: number
  #line: (() => void)[] = []

  constructor(private most: number) {
    this.#free = most
  }

  get waiting(): number {
    return this.#line.length
  }

  get isFull(): boolean {
    return this.#free === 0
  }

  get isUnused(): boolean {
    return this.#free === this.most
  }

  /** @returns its result; its time begins when it is let through */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire()
    try {
      return await work()
    } finally {
      this.release()
    }
  }

  /**
   * The caller that was let through calls `release` when done.
   *
   * @param withinMs  how long to wait
   * @returns false when nobody left within that time
   */
  async acquire(withinMs?: number): Promise<boolean> {
    if (this.#free === 0) return this.#wait(withinMs)
    this.#free--
    return true
  }

  /** The next in line takes the place, which is never free in between. */
  release(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#free++
  }

  #wait(withinMs: number | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      let late: NodeJS.Timeout | undefined
      const enter = () => {
        clearTimeout(late)
        resolve(true)
      }
      this.#line.push(enter)
      if (withinMs === undefined) return
      late = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(enter), 1)
        resolve(false)
      }, withinMs)
    })
  }
}

/** A semaphore for each name, as long as somebody is inside. */
export class NamedSemaphores {
  #byName = new Map<string, Semaphore>()

  constructor(private most: number) {}

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const own = this.#byName.get(name) ?? new Semaphore(this.most)
    this.#byName.set(name, own)
    try {
      return await own.run(work)
    } finally {
      if (own.isUnused) this.#byName.delete(name)
    }
  }

  get size(): number {
    return this.#byName.size
  }
}
