import type { Redis } from 'ioredis'
import { forgetAttempts } from '#app/api/v1/access/key_attempt'
import { openRedis } from '#app/queue/redis_connection'

/** One that waits: what counts requests gives up after a tenth of a second. */
let redis: Redis | undefined

/** Tests come from one address, and show more wrong keys within a second than anybody may. */
export async function forgetKeyAttempts(): Promise<void> {
  forgetAttempts()
  redis ??= openRedis('working')
  const counts = await redis.keys('failed_keys:*')
  if (counts.length > 0) await redis.del(...counts)
}
