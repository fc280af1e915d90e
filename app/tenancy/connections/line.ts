import type Overloaded from '../errors/overloaded.js'
import type { Patience } from './patience.js'

/** A request that waits for its turn. */
export interface Waiter {
  patience: Patience
  turn: PromiseWithResolvers<void>
}

/** The requests of one tenant: some have a connection, the others wait for one. */
export class Line {
  held = 0
  #waiters: Waiter[] = []

  get length(): number {
    return this.#waiters.length
  }

  get isEmpty(): boolean {
    return this.held === 0 && this.length === 0
  }

  /** Who has begun goes before all who have not: what was done for it would be in vain. */
  add(waiter: Waiter): void {
    const firstNew = waiter.patience.hasBegun
      ? this.#waiters.findIndex(({ patience }) => !patience.hasBegun)
      : -1
    this.#waiters.splice(firstNew === -1 ? this.length : firstNew, 0, waiter)
  }

  shift(): Waiter | undefined {
    return this.#waiters.shift()
  }

  /** @returns whether there was somebody who may be turned away */
  refuseLast(refusal: Overloaded): boolean {
    const last = this.#waiters.findLast(({ patience }) => !patience.hasStored)
    return last !== undefined && this.refuse(last, refusal)
  }

  /** @returns false for one that waits no longer */
  refuse(waiter: Waiter, refusal: Overloaded): boolean {
    const place = this.#waiters.indexOf(waiter)
    if (place === -1) return false
    this.#waiters.splice(place, 1)
    waiter.turn.reject(refusal)
    return true
  }
}
