import { Redis } from 'ioredis'
import redis from '@adonisjs/redis/services/main'
import env from '#start/env'

const CHANNEL = 'tenants:changed'
const MAX_RETRY_MS = 1_000

/** Other processes are to ask anew. Never waits; a message that is lost costs the age that their answers may reach. */
export function tellOthers(): void {
  redis.publish(CHANNEL, '').catch(() => {})
}

/**
 * Hears of changes that other processes have made, and of every time that messages may have been missed: when the line to Redis
 * stands, or stands again.
 *
 * @returns how to stop listening
 */
export function hearOthers(forget: () => void): () => void {
  const listener = new Redis(env.get('REDIS_URL'), {
    maxRetriesPerRequest: null,
    autoResubscribe: true,
    retryStrategy: (times) => Math.min(times * 50, MAX_RETRY_MS),
  })
  listener.on('error', () => {}) // ioredis reconnects by itself
  listener.on('ready', forget)
  listener.on('message', forget)
  listener.subscribe(CHANNEL).catch(() => {}) // it subscribes again by itself
  return () => listener.disconnect()
}
