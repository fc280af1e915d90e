import { Redis, type RedisOptions } from 'ioredis'
import { redisServer } from './configuration.js'

/** An answer from Redis is never worth more waiting than this: the work itself is safe in PostgreSQL. */
const ANSWER_WITHIN_MS = 2_000
const COUNTED_WITHIN_MS = 100
const MAX_RETRY_MS = 1_000

const USES = {
  /** Fails at once while Redis is away. */
  asking: { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: ANSWER_WITHIN_MS },
  /** The same for what every request asks: nobody waits to be counted. */
  counting: {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COUNTED_WITHIN_MS,
  },
  /** Waits for Redis to come back, as the workers of BullMQ want it. */
  working: { maxRetriesPerRequest: null },
  listening: { maxRetriesPerRequest: null, autoResubscribe: true },
} satisfies Record<string, RedisOptions>

export function openRedis(use: keyof typeof USES): Redis {
  const redis = new Redis({
    ...redisServer.value,
    ...USES[use],
    retryStrategy: (times) => Math.min(times * 50, MAX_RETRY_MS),
  })
  redis.on('error', () => {}) // the code that needs Redis reports it once; ioredis reconnects by itself
  return redis
}
