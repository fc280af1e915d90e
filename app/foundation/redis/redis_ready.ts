import { once } from 'node:events'
import redis from '@adonisjs/redis/services/main'

/**
 * Waits until this process is connected to Redis: what is asked of a connection that is still being made is refused at once.
 *
 * @throws when Redis is away, or does not answer in time
 */
export async function connectedToRedis(withinMs: number): Promise<void> {
  const { ioConnection } = redis.connection()
  if (ioConnection.status === 'ready') return
  const signal = AbortSignal.timeout(withinMs)
  const isReady = once(ioConnection, 'ready', { signal })
  if (ioConnection.status === 'wait') await Promise.race([ioConnection.connect(), isReady])
  else await isReady
}
