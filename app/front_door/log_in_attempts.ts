import { sha256Hex } from '#app/foundation/opaque_token'
import { homeNetwork } from './home_network.js'
import { LocalCount } from './local_count.js'
import { SharedCount } from './shared_count.js'

export const WINDOW_MS = 15 * 60_000
export const MAX_PER_ACCOUNT_AND_ADDRESS = 10
export const MAX_PER_ADDRESS = 100

export interface Attempt {
  tenantId: string
  email: string
  ipAddress: string
}

/**
 * How often somebody may try to log in. It is counted before the password is looked at, so that many tries at once count each, and both
 * here and in Redis: when Redis is away or was emptied, each process still keeps its own limit.
 */
export class LogInAttempts {
  #here = new LocalCount(WINDOW_MS)
  #everywhere = new SharedCount(WINDOW_MS)

  /** @returns whether this one may go on */
  async allow(attempt: Attempt): Promise<boolean> {
    const [ofAccount, ofAddress] = await Promise.all([
      this.#add(accountAndAddress(attempt)),
      this.#add(address(attempt)),
    ])
    return ofAccount <= MAX_PER_ACCOUNT_AND_ADDRESS && ofAddress <= MAX_PER_ADDRESS
  }

  /** Whoever got in does not start the next time with the typing errors of this one; an office that comes to work is no attack. */
  async forgive(attempt: Attempt): Promise<void> {
    const [ofAccount, ofAddress] = [accountAndAddress(attempt), address(attempt)]
    this.#here.forget(ofAccount)
    this.#here.takeBack(ofAddress)
    await Promise.all([this.#everywhere.forget(ofAccount), this.#everywhere.takeBack(ofAddress)])
  }

  async #add(name: string): Promise<number> {
    return Math.max(this.#here.add(name), await this.#everywhere.add(name))
  }
}

export const logInAttempts = new LogInAttempts()

/** Names are digests: neither Redis nor memory holds an address of a person. */
function accountAndAddress({ tenantId, email, ipAddress }: Attempt): string {
  return sha256Hex(`account\n${tenantId}\n${email.trim().toLowerCase()}\n${homeNetwork(ipAddress)}`)
}

function address({ ipAddress }: Attempt): string {
  return sha256Hex(`address\n${homeNetwork(ipAddress)}`)
}
