import redis from '@adonisjs/redis/services/main'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { answerOfRedis } from '../redis/redis_ready.js'
import { countedBy, type LimiterShape } from './counted.js'
import { LocalCount } from './local_count.js'

/**
 * Counts what nobody may do uncounted, in Redis for all processes together, in windows of fixed length. While Redis is away it counts
 * nothing, and its caller refuses. A Redis that was emptied does not give anybody a second go: each process also remembers what it has
 * counted itself, as far as its memory for names reaches.
 */
export class StrictLimiter {
  #limiter: RateLimiterRedis | undefined
  #here: LocalCount

  constructor(private shape: LimiterShape) {
    this.#here = new LocalCount(shape.windowS * 1_000)
  }

  /** So that the first who is counted need not wait for it. Where Redis is away, nothing comes of it. */
  static async connect(): Promise<void> {
    await answerOfRedis(() => Promise.resolve())
  }

  /** Counts one more. @returns whether that is within the limit; null while Redis is away */
  async allows(name: string): Promise<boolean | null> {
    const here = this.#here.add(name)
    // without room for another name here, Redis alone decides: names that a stranger made up must not keep others out
    const isOverHere = here !== Number.POSITIVE_INFINITY && here > this.shape.points
    const counted = await answerOfRedis(() => countedBy(this.#redis, name))
    return counted && !counted.isOver && !isOverHere
  }

  /** One less; nothing for a window that has ended since. */
  async takeBack(name: string): Promise<void> {
    this.#here.takeBack(name)
    await answerOfRedis(async () => (await this.#redis.get(name)) && this.#redis.reward(name))
  }

  async forget(name: string): Promise<void> {
    this.#here.forget(name)
    await answerOfRedis(() => this.#redis.delete(name))
  }

  /** Made with its first use: no module opens a connection while it loads. */
  get #redis(): RateLimiterRedis {
    const { points, windowS, prefix } = this.shape
    const storeClient = redis.connection().ioConnection
    return (this.#limiter ??= new RateLimiterRedis({
      ...{ points, duration: windowS, keyPrefix: prefix, storeClient },
      rejectIfRedisNotReady: true,
    }))
  }
}
