/** Lets so many pieces of work run at once; the others wait in line, and are not yet timed. */
export class Turns {
  #free: number
  #waiting: (() => void)[] = []

  constructor(free: number) {
    this.#free = free
  }

  get waiting() {
    return this.#waiting.length
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // a turn that somebody waits for is passed on, and never free in between
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
