import type { Attempt } from './attempts/attempt.js'

/** After these there may be nothing left to try anything else on. */
const FINAL = /\/(?:cut|delete|disable|erase|pause|release|remove|reset|revoke|rotate|void)$/

/** The same order for the same seed (mulberry32), so that what a proof found can be looked for again. */
export function shuffled<T>(all: readonly T[], seed: number): T[] {
  const order = [...all]
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[order[at], order[other]] = [order[other], order[at]]
  }
  return order
}

/** Should one of them get through, what was to be tried on the same thing has been tried before. */
export function lastThingsLast(attempts: readonly Attempt[]): Attempt[] {
  const isFinal = ({ route }: Attempt) => route.method === 'DELETE' || FINAL.test(route.pattern)
  return [...attempts.filter((one) => !isFinal(one)), ...attempts.filter(isFinal)]
}
