import { MINUTE_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import { LogInLimit } from '../sessions/log_in_limit.js'

export const CODE_WINDOW_MS = 15 * MINUTE_MS
/** Three codes are good at any moment: ten tries a window leave a guesser one chance in 33,000. */
export const MAX_CODES = 10

const limit = new LogInLimit({ points: MAX_CODES, windowMs: CODE_WINDOW_MS })

/** How often a proof of one person, who is known already, may be tried, from wherever. Counted before the proof is looked at. */
export class CodeAttempts {
  /** @param purpose  what is tried: each is counted by itself */
  constructor(private purpose: string) {}

  /** @throws AttemptsUncounted while Redis is away */
  allow(person: { id: string }): Promise<boolean> {
    return limit.allows(this.#nameOf(person))
  }

  forgive(person: { id: string }): Promise<void> {
    return limit.forget(this.#nameOf(person))
  }

  #nameOf({ id }: { id: string }): string {
    return sha256Hex(`${this.purpose}\n${id}`)
  }
}

export const operatorCodes = new CodeAttempts('operator code')
export const userCodes = new CodeAttempts('user code')
export const confirmations = new CodeAttempts('confirmation')
