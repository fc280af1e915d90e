import { forgetAttempts } from '#app/api/v1/access/key_attempt'
import { startCounting } from '#app/api/v1/access/rate_limit'

/** Tests come from one address, and show more wrong keys within a second than anybody may. */
export async function forgetKeyAttempts(): Promise<void> {
  forgetAttempts()
  const redis = startCounting()
  const counts = await redis.keys('failed_keys:*')
  if (counts.length > 0) await redis.del(...counts)
}
