import type { Redis } from 'ioredis'
import { openRedis } from '#app/foundation/redis/redis_connection'

/** One that waits: what counts requests gives up after a tenth of a second. */
let redis: Redis | undefined

export async function forgetCounts(pattern: string): Promise<void> {
  redis ??= openRedis('working')
  const counts = await redis.keys(pattern)
  if (counts.length > 0) await redis.del(...counts)
}
