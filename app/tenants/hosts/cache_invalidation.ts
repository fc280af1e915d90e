import redis from '@adonisjs/redis/services/main'
import { openRedis } from '#app/foundation/redis/redis_connection'

const CHANNEL = 'tenants:changed'

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
  const listener = openRedis('listening')
  listener.on('ready', forget)
  listener.on('message', forget)
  listener.subscribe(CHANNEL).catch(() => {}) // it subscribes again by itself
  return () => listener.disconnect()
}
