import { batchWithFallback } from './batch_with_fallback.js'

interface Waiting<Item> {
  item: Item
  done: PromiseWithResolvers<void>
}

/** Collects items for a moment and handles them as one batch; it stops waiting as soon as no more items are expected. */
export class Batcher<Item> {
  #waiting: Waiting<Item>[] = []
  #expected = 0
  #timer?: NodeJS.Timeout

  /** @param work  changes all or nothing */
  constructor(
    private work: (items: readonly Item[]) => Promise<void>,
    private waitMs: number
  ) {}

  /** One more is on its way. */
  expect(): void {
    this.#expected += 1
  }

  /** One that was expected. @returns when it is done */
  add(item: Item): Promise<void> {
    const done = Promise.withResolvers<void>()
    this.#waiting.push({ item, done })
    this.#expected -= 1
    if (this.#expected === 0) this.#begin()
    else this.#timer ??= setTimeout(() => this.#begin(), this.waitMs)
    return done.promise
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const come = this.#waiting.splice(0)
    const items = come.map(({ item }) => item)
    const ends = batchWithFallback(items, async (some) => {
      await this.work(some)
      return some
    })
    for (const [place, { done }] of come.entries()) {
      ends[place].then(() => done.resolve(), done.reject)
    }
  }
}
