import type { HttpContext } from '@adonisjs/core/http'
import type { Caller } from '#app/identity/keys/caller'
import { Limiter } from '#app/foundation/limits/limiter'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import RateLimited from '../errors/rate_limited.js'

const WINDOW_S = 60
const IN_SANDBOX = 120

/** One for each number of requests that plans allow; all count under the same name. */
const limiters = new Map<number, Limiter>()

/**
 * Counts a request against what the tenant may ask for in a minute, in each environment for itself and for all its keys together. The
 * counts are in Redis; while it is away each process counts for itself, and nobody is refused for its sake.
 *
 * @throws RateLimited
 */
export async function countRequest({ caller, response }: HttpContext): Promise<void> {
  const { tenant, environment } = CurrentTenant.get()
  const limit = limitOf(caller)
  const { isOver, left, msLeft } = await limiter(limit).count(`${tenant.id}:${environment}`)
  const resetS = Math.max(1, Math.ceil(msLeft / 1000))
  response.header('RateLimit-Policy', `"minute";q=${limit};w=${WINDOW_S}`)
  response.header('RateLimit', `"minute";r=${left};t=${resetS}`)
  response.header('X-RateLimit-Limit', limit)
  response.header('X-RateLimit-Remaining', left)
  response.header('X-RateLimit-Reset', resetS)
  if (isOver) throw new RateLimited(limit, resetS)
}

function limitOf({ key, entitlements }: Caller): number {
  return key.environment === 'test' ? IN_SANDBOX : entitlements.requestsPerMinute
}

function limiter(points: number): Limiter {
  const known = limiters.get(points)
  if (known) return known
  const made = new Limiter({ points, windowS: WINDOW_S, prefix: 'requests' })
  limiters.set(points, made)
  return made
}

/** When the process ends. */
export function forgetLimiters(): void {
  limiters.clear()
}
