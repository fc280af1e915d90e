import { StrictLimiter } from '#app/foundation/limits/strict_limiter'
import AttemptsUncounted from '../errors/attempts_uncounted.js'

/** What everything around logging in is counted by. Names are digests: Redis holds no address of a person. */
export class LogInLimit {
  #limiter: StrictLimiter

  /** @param points  how often one name may try within the window */
  constructor({ points, windowMs }: { points: number; windowMs: number }) {
    this.#limiter = new StrictLimiter({ points, windowS: windowMs / 1_000, prefix: 'attempts' })
  }

  /**
   * Counts one more. @returns whether it may go on
   * @throws AttemptsUncounted while Redis is away
   */
  async allows(digest: string): Promise<boolean> {
    const isAllowed = await this.#limiter.allows(digest)
    if (isAllowed === null) throw new AttemptsUncounted()
    return isAllowed
  }

  takeBack(digest: string): Promise<void> {
    return this.#limiter.takeBack(digest)
  }

  forget(digest: string): Promise<void> {
    return this.#limiter.forget(digest)
  }
}
