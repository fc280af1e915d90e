import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'
import { openRedis } from '../redis/redis_connection.js'
import { countedBy, type Counted, type LimiterShape } from './counted.js'

let redis: Redis | undefined

/**
 * Counts in Redis, for all processes together, in windows of fixed length. While Redis is away, or answers late, each process counts for
 * itself, and nobody waits or is refused for its sake. Where that is too little, `StrictLimiter` counts.
 */
export class Limiter {
  #limiter: RateLimiterRedis

  constructor({ points, windowS, prefix }: LimiterShape) {
    const counts = { points, duration: windowS, keyPrefix: prefix }
    this.#limiter = new RateLimiterRedis({
      ...counts,
      storeClient: startCounting(),
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(counts),
    })
  }

  count(name: string): Promise<Counted> {
    return countedBy(this.#limiter, name)
  }
}

/** When the process begins: the first to be counted is to be counted with the others. */
export function startCounting(): Redis {
  redis ??= openRedis('counting')
  return redis
}

/** When the process ends. */
export function stopCounting(): void {
  redis?.disconnect()
  redis = undefined
}
