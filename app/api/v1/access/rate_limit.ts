import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'
import type { HttpContext } from '@adonisjs/core/http'
import type { Caller } from '#app/identity/keys/caller'
import { openRedis } from '#app/foundation/redis/redis_connection'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import RateLimited from '../errors/rate_limited.js'

const WINDOW_S = 60
const IN_SANDBOX = 120

type Limiter = Pick<RateLimiterMemory, 'consume'>

/** One for each number of requests that plans allow; all count under the same name. */
const limiters = new Map<number, Limiter>()
let redis: Redis | undefined

/**
 * Counts a request against what the tenant may ask for in a minute, in each environment for itself and for all its keys together. The
 * counts are in Redis; while it is away each process counts for itself, and nobody is refused for its sake.
 *
 * @throws RateLimited
 */
export async function countRequest({ caller, response }: HttpContext): Promise<void> {
  const { tenant, environment } = CurrentTenant.get()
  const limit = limitOf(caller)
  const { isOver, left, resetS } = await count(limit, `${tenant.id}:${environment}`)
  response.header('RateLimit-Policy', `"minute";q=${limit};w=${WINDOW_S}`)
  response.header('RateLimit', `"minute";r=${left};t=${resetS}`)
  response.header('X-RateLimit-Limit', limit)
  response.header('X-RateLimit-Remaining', left)
  response.header('X-RateLimit-Reset', resetS)
  if (isOver) throw new RateLimited(limit, resetS)
}

function limitOf({ key, entitlements }: Caller): number {
  return key.environment === 'test' ? IN_SANDBOX : entitlements.values.rateLimitPerMinute
}

async function count(limit: number, name: string) {
  try {
    return { isOver: false, ...remaining(await limiter(limit).consume(name)) }
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return { isOver: true, ...remaining(refused) }
  }
}

function remaining({ remainingPoints, msBeforeNext }: RateLimiterRes) {
  return { left: Math.max(0, remainingPoints), resetS: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
}

function limiter(limit: number): Limiter {
  const known = limiters.get(limit)
  if (known) return known
  const counts = { points: limit, duration: WINDOW_S, keyPrefix: 'requests' }
  const made = new RateLimiterRedis({
    ...counts,
    storeClient: startCounting(),
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(counts),
  })
  limiters.set(limit, made)
  return made
}

/** When the process begins: the first request is to be counted with the others. */
export function startCounting(): Redis {
  redis ??= openRedis('counting')
  return redis
}

/** When the process ends. */
export function stopCounting(): void {
  redis?.disconnect()
  redis = undefined
  limiters.clear()
}
