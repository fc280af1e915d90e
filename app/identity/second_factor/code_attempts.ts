import { LocalCount } from '#app/foundation/limits/local_count'
import { SharedCount } from '#app/foundation/limits/shared_count'
import { MINUTE_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import AttemptsUncounted from '../errors/attempts_uncounted.js'

export const CODE_WINDOW_MS = 15 * MINUTE_MS
/** Three codes are good at any moment: ten tries a window leave a guesser one chance in 33,000. */
export const MAX_CODES = 10

const here = new LocalCount(CODE_WINDOW_MS)
const everywhere = new SharedCount(CODE_WINDOW_MS)

/** How often a proof of one person, who is known already, may be tried, from wherever. Counted before the proof is looked at. */
export class CodeAttempts {
  /** @param purpose  what is tried: each is counted by itself */
  constructor(private purpose: string) {}

  /** @throws AttemptsUncounted while Redis is away */
  async allow(person: { id: string }): Promise<boolean> {
    const name = this.#nameOf(person)
    const [local, shared] = [here.add(name), await everywhere.add(name)]
    if (shared === null) throw new AttemptsUncounted()
    return Math.max(local, shared) <= MAX_CODES
  }

  async forgive(person: { id: string }): Promise<void> {
    here.forget(this.#nameOf(person))
    await everywhere.forget(this.#nameOf(person))
  }

  #nameOf({ id }: { id: string }): string {
    return sha256Hex(`${this.purpose}\n${id}`)
  }
}

export const operatorCodes = new CodeAttempts('operator code')
export const userCodes = new CodeAttempts('user code')
export const confirmations = new CodeAttempts('confirmation')
