import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'
import { openRedis } from '../redis/redis_connection.js'

export interface LimiterShape {
  /** Allowed within the window. */
  points: number
  windowS: number
  /** Limiters of one prefix count together. */
  prefix: string
}

/** Where a name stands after it was counted once more. */
export interface Counted {
  isOver: boolean
  left: number
  /** Until the window ends. */
  msLeft: number
}

let redis: Redis | undefined

/**
 * Counts in Redis, for all processes together, in windows of fixed length. While Redis is away, or answers late, each process counts for
 * itself, and nobody waits or is refused for its sake.
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

  async count(name: string): Promise<Counted> {
    try {
      return told(await this.#limiter.consume(name), false)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      return told(refused, true)
    }
  }
}

function told({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Counted {
  return { isOver, left: Math.max(0, remainingPoints), msLeft: msBeforeNext }
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
