import { LRUCache } from 'lru-cache'
import { Limiter } from '#app/foundation/limits/limiter'
import { sha256Hex } from '#app/foundation/opaque_token'
import { NamedSemaphores } from '#app/foundation/semaphore'
import { timeScale } from '#app/foundation/time_scale'
import { homeNetwork } from '#app/foundation/limits/home_network'
import ExpiredKey from '#app/identity/errors/expired_key'
import InvalidKey from '#app/identity/errors/invalid_key'
import IpNotAllowed from '#app/identity/errors/ip_not_allowed'
import RevokedKey from '#app/identity/errors/revoked_key'
import TooManyFailedKeys from '../errors/too_many_failed_keys.js'

export const MOST_FAILURES = 10
const WINDOW_MS = 1_000

/** For so long a key that worked is no guess; it is checked every time all the same. */
const TRUSTED_MS = 10 * 60_000
const MOST_NAMES = 20_000

const FAILURES = [InvalidKey, RevokedKey, ExpiredKey, IpNotAllowed]

/** Keys that worked of late, and networks that are not listened to, each by its digest. */
const trusted = new LRUCache<string, true>({ max: MOST_NAMES, ttl: TRUSTED_MS })
const shut = new LRUCache<string, true>({ max: MOST_NAMES, ttl: WINDOW_MS })

/** So that as many guesses at once do not pass before the first has failed. */
const checks = new NamedSemaphores(MOST_FAILURES)

/**
 * Somebody shows a key. Failures are counted for each network, in Redis, and in this process while it is away; after ten of them within
 * a second no key of that network is looked at until the second is over, but those that have worked of late. On the way of such a key
 * nothing is asked and nobody is waited for.
 */
export class KeyAttempt {
  #network: string
  #key: string

  constructor(ipAddress: string, text: string) {
    this.#network = sha256Hex(homeNetwork(ipAddress))
    this.#key = sha256Hex(text)
  }

  /** @throws TooManyFailedKeys instead of looking at the key */
  async watch<T>(check: () => Promise<T>): Promise<T> {
    if (trusted.has(this.#key)) return check()
    return checks.run(this.#network, async () => {
      this.#assertOpen()
      try {
        return await check()
      } catch (error) {
        if (FAILURES.some((failure) => error instanceof failure)) await this.#count()
        throw error
      }
    })
  }

  succeeded(): void {
    trusted.set(this.#key, true)
  }

  #assertOpen(): void {
    const leftMs = shut.getRemainingTTL(this.#network)
    if (leftMs > 0) throw new TooManyFailedKeys(MOST_FAILURES, Math.ceil(leftMs / 1000))
  }

  async #count(): Promise<void> {
    const { left, msLeft } = await failures().count(this.#network)
    if (left > 0) return
    shut.set(this.#network, true, { ttl: Math.max(1, msLeft) })
  }
}

let limiter: Limiter | undefined

function failures(): Limiter {
  const windowS = Math.ceil(timeScale.of(WINDOW_MS) / 1_000)
  limiter ??= new Limiter({ points: MOST_FAILURES, windowS, prefix: 'failed_keys' })
  return limiter
}

/** As a process finds it that has just begun. */
export function forgetAttempts(): void {
  trusted.clear()
  shut.clear()
  limiter = undefined
}
