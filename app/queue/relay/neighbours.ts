import type { Claim } from './claim.js'

/**
 * The cells that share the workers, by the work that was last seen in each: those that have some of a kind divide what that kind may hold of the slots.
 * Every process looks into every cell each second.
 */
export class Neighbours {
  #kinds = new Map<string, ReadonlySet<string>>()

  observe(cell: string, { due, busy }: Pick<Claim, 'due' | 'busy'>): void {
    this.#kinds.set(cell, new Set([...due, ...busy].map(({ kind }) => kind)))
  }

  /** Its database does not answer: what it had leaves the slots to the others until it does. */
  forget(cell: string): void {
    this.#kinds.delete(cell)
  }

  /** @returns how many cells have work of this kind, this one among them */
  sharing(cell: string, kind: string): number {
    const others = [...this.#kinds].filter(([other]) => other !== cell)
    return 1 + others.filter(([, kinds]) => kinds.has(kind)).length
  }
}
