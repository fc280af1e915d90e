import redis from '@adonisjs/redis/services/main'
import { until } from './until.js'

/** All tests come from one address, and those of a run before may have been here a minute ago. */
export async function forgetAttempts(): Promise<void> {
  await until(async () => (await redis.ping().catch(() => '')) === 'PONG')
  const keys = await redis.keys('attempts:*')
  if (keys.length > 0) await redis.del(...keys)
}
