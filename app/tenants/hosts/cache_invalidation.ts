import { Redis } from 'ioredis'
import redis from '@adonisjs/redis/services/main'
import env from '#start/env'

const CHANNEL = 'tenants:changed'
const MAX_RETRY_MS = 1_000

/** Makes other processes drop their cached tenants. Never waits; if the message is lost, their entries live until they expire. */
export function publishInvalidation(): void {
  redis.publish(CHANNEL, '').catch(() => {})
}

/**
 * Called when another process changes a tenant, and whenever messages may have been missed: when the connection to Redis is made,
 * or made again.
 *
 * @returns how to stop listening
 */
export function onInvalidation(forget: () => void): () => void {
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
