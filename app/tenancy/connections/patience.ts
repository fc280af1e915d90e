import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<Patience>()

/** What a request has come to so far, by which it is decided how long it waits for connections, and before whom. */
export class Patience {
  /** It has had a connection, and goes before those that had none. */
  hasBegun = false
  #hasStored = false
  #isOver = false

  /** Something of it is stored: it is not turned away halfway. */
  get hasStored(): boolean {
    return this.#hasStored
  }

  /** For as long as somebody waits for what the work answers, and not for what it leaves to be done later. */
  static async during<T>(work: () => Promise<T>): Promise<T> {
    const patience = new Patience()
    try {
      return await asking.run(patience, work)
    } finally {
      patience.#isOver = true
    }
  }

  /** Work that takes no part in the waiting, in the midst of a request. */
  static aside<T>(work: () => T): T {
    return asking.exit(work)
  }

  /** Null where no request waits: workers and commands wait as long as it takes. */
  static get current(): Patience | null {
    const patience = asking.getStore()
    return patience && !patience.#isOver ? patience : null
  }

  static noteStored(): void {
    const patience = asking.getStore()
    if (patience) patience.#hasStored = true
  }
}
