import { HOUR_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import { homeNetwork } from '#app/foundation/limits/home_network'
import PasswordsBusy from '../errors/passwords_busy.js'
import { KnownNetworks } from './known_networks.js'
import { LogInLimit } from './log_in_limit.js'

export const WINDOW_MS = 15 * 60_000
export const MAX_PER_ACCOUNT_AND_ADDRESS = 10
export const MAX_PER_ADDRESS = 100
/** From all addresses together, in an hour: guesses that come from many places. */
export const MAX_PER_ACCOUNT = 100

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
  #accountAndAddresses = new LogInLimit({
    points: MAX_PER_ACCOUNT_AND_ADDRESS,
    windowMs: WINDOW_MS,
  })
  #addresses = new LogInLimit({ points: MAX_PER_ADDRESS, windowMs: WINDOW_MS })
  #accounts = new LogInLimit({ points: MAX_PER_ACCOUNT, windowMs: HOUR_MS })

  /** @param purpose  what is tried: each is counted by itself */
  constructor(private purpose = 'log in') {}

  /**
   * @returns whether this one may go on
   * @throws AttemptsUncounted while Redis is away
   */
  async allow(attempt: Attempt): Promise<boolean> {
    const [byAccountAndAddress, byAddress, byAccount] = await Promise.all([
      this.#accountAndAddresses.allows(this.#accountAndAddress(attempt)),
      this.#addresses.allows(this.#address(attempt)),
      this.#accounts.allows(this.#account(attempt)),
    ])
    if (!byAccountAndAddress || !byAddress) return false
    return byAccount || KnownNetworks.has(this.#home(attempt))
  }

  /** Checks the password of an allowed attempt; one that nobody had time to check was none. @throws PasswordsBusy */
  async check<T>(attempt: Attempt, password: () => Promise<T>): Promise<T> {
    try {
      return await password()
    } catch (error) {
      if (error instanceof PasswordsBusy) await this.#takeBack(attempt)
      throw error
    }
  }

  /**
   * A successful log-in clears its typing errors; an office that comes to work is no attack. From where
   * somebody got in, they still may when strangers have used up the account's hour.
   */
  async forgive(attempt: Attempt): Promise<void> {
    await Promise.all([
      this.#accountAndAddresses.forget(this.#accountAndAddress(attempt)),
      this.#addresses.takeBack(this.#address(attempt)),
      this.#accounts.takeBack(this.#account(attempt)),
      KnownNetworks.remember(this.#home(attempt)),
    ])
  }

  async #takeBack(attempt: Attempt): Promise<void> {
    await Promise.all([
      this.#accountAndAddresses.takeBack(this.#accountAndAddress(attempt)),
      this.#addresses.takeBack(this.#address(attempt)),
      this.#accounts.takeBack(this.#account(attempt)),
    ])
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
export const passkeyAttempts = new LogInAttempts('passkey')
export const forgottenAttempts = new LogInAttempts('forgotten password')

function accountOf({ tenantId, email }: Attempt): string {
  return `${tenantId}\n${email.trim().toLowerCase()}`
}
