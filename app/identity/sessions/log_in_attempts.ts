import { DAY_MS, HOUR_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import AttemptsUncounted from '../errors/attempts_uncounted.js'
import { homeNetwork } from '#app/foundation/limits/home_network'
import { LocalCount } from '#app/foundation/limits/local_count'
import { SharedCount } from '#app/foundation/limits/shared_count'

export const WINDOW_MS = 15 * 60_000
export const MAX_PER_ACCOUNT_AND_ADDRESS = 10
export const MAX_PER_ADDRESS = 100
/** From all addresses together, in an hour: guesses that come from many places. */
export const MAX_PER_ACCOUNT = 100

const KNOWN_FOR_MS = 30 * DAY_MS

export interface Attempt {
  tenantId: string
  email: string
  ipAddress: string
}

/**
 * How often somebody may try to log in, or ask for a new password. It is counted before the password is looked at, so that many tries at
 * once count each, and both here and in Redis: when Redis was emptied, each process still keeps its own limit. While Redis is away nobody
 * may try at all.
 */
export class LogInAttempts {
  #here = new LocalCount(WINDOW_MS)
  #everywhere = new SharedCount(WINDOW_MS)
  #anywhere = new SharedCount(HOUR_MS)
  #known = new SharedCount(KNOWN_FOR_MS)

  /** @param purpose  what is tried: each is counted by itself */
  constructor(private purpose = 'log in') {}

  /**
   * @returns whether this one may go on
   * @throws AttemptsUncounted while Redis is away
   */
  async allow(attempt: Attempt): Promise<boolean> {
    const [ofAccount, ofAddress, ofAll] = await Promise.all([
      this.#add(this.#accountAndAddress(attempt)),
      this.#add(this.#address(attempt)),
      this.#anywhere.add(this.#account(attempt)).then(counted),
    ])
    if (ofAccount > MAX_PER_ACCOUNT_AND_ADDRESS || ofAddress > MAX_PER_ADDRESS) return false
    return ofAll <= MAX_PER_ACCOUNT || this.#known.isMarked(this.#home(attempt))
  }

  /**
   * Whoever got in does not start the next time with the typing errors of this one; an office that comes to work is no attack. From where
   * somebody got in, they still may when strangers have used up the account's hour.
   */
  async forgive(attempt: Attempt): Promise<void> {
    const [ofAccount, ofAddress] = [this.#accountAndAddress(attempt), this.#address(attempt)]
    this.#here.forget(ofAccount)
    this.#here.takeBack(ofAddress)
    await Promise.all([
      this.#everywhere.forget(ofAccount),
      this.#everywhere.takeBack(ofAddress),
      this.#anywhere.takeBack(this.#account(attempt)),
      this.#known.mark(this.#home(attempt)),
    ])
  }

  async #add(name: string): Promise<number> {
    return Math.max(this.#here.add(name), counted(await this.#everywhere.add(name)))
  }

  #accountAndAddress(attempt: Attempt): string {
    return this.#digest('account', accountOf(attempt), homeNetwork(attempt.ipAddress))
  }

  #address({ ipAddress }: Attempt): string {
    return this.#digest('address', homeNetwork(ipAddress))
  }

  #account(attempt: Attempt): string {
    return this.#digest('everywhere', accountOf(attempt))
  }

  #home(attempt: Attempt): string {
    return this.#digest('home', accountOf(attempt), homeNetwork(attempt.ipAddress))
  }

  /** Neither Redis nor memory holds an address of a person. */
  #digest(...parts: string[]): string {
    return sha256Hex([this.purpose, ...parts].join('\n'))
  }
}

export const logInAttempts = new LogInAttempts()
export const forgottenAttempts = new LogInAttempts('forgotten password')

function accountOf({ tenantId, email }: Attempt): string {
  return `${tenantId}\n${email.trim().toLowerCase()}`
}

function counted(count: number | null): number {
  if (count === null) throw new AttemptsUncounted()
  return count
}
