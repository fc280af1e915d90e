import type { Redis } from 'ioredis'
import { startCounting } from '#app/foundation/limits/limiter'
import { openRedis } from '#app/foundation/redis/redis_connection'
import { until } from './until.js'

/** One that waits: what counts requests gives up after a tenth of a second. */
let redis: Redis | undefined

export async function forgetCounts(pattern: string): Promise<void> {
  redis ??= openRedis('working')
  const counts = await redis.keys(pattern)
  if (counts.length > 0) await redis.del(...counts)
}

const COUNTED_WITHIN_MS = 10_000

/**
 * Redis that answers later than after a tenth of a second has not counted: then each process counts for itself. On a machine that is busy
 * with tests it has.
 *
 * @returns what puts an end to that
 */
export async function countPatiently(): Promise<() => void> {
  const counting = startCounting()
  const { commandTimeout } = counting.options
  counting.options.commandTimeout = COUNTED_WITHIN_MS
  await until(() => counting.status === 'ready')
  return () => {
    counting.options.commandTimeout = commandTimeout
  }
}
