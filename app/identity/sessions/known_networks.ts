import redis from '@adonisjs/redis/services/main'
import { DAY_MS } from '#app/foundation/duration'
import { answerOfRedis } from '#app/foundation/redis/redis_ready'

const PREFIX = 'attempts:'
const KNOWN_FOR_MS = 30 * DAY_MS

/** From where which account was logged in to of late, each by its digest. */
export const KnownNetworks = {
  async remember(digest: string): Promise<void> {
    await answerOfRedis(() => redis.set(PREFIX + digest, 1, 'PX', KNOWN_FOR_MS))
  },

  async has(digest: string): Promise<boolean> {
    return (await answerOfRedis(() => redis.exists(PREFIX + digest))) === 1
  },
}
