import redis from '@adonisjs/redis/services/main'
import { connectedToRedis } from '#app/foundation/redis/redis_ready'

const PAGE = 1_000
const CONNECTED_WITHIN_MS = 3_000

/**
 * Takes out of Redis what names a tenant: counters and hints under a key with its name, and jobs that no worker has begun. Redis away
 * is no obstacle: it holds nothing that does not end by itself.
 *
 * @param names  the tenant's id without its prefix, its slug
 * @returns how many keys there were
 */
export async function removeFromRedis(names: readonly string[]): Promise<number> {
  const isThere = await connectedToRedis(CONNECTED_WITHIN_MS).then(
    () => true,
    () => false
  )
  return isThere ? removeAll(names) : 0
}

async function removeAll(names: readonly string[]): Promise<number> {
  let cursor = '0'
  let removed = 0
  do {
    const [next, keys] = await redis.scan(cursor, 'COUNT', PAGE)
    cursor = next
    for (const key of keys) if (await isAbout(key, names)) removed += await remove(key)
  } while (cursor !== '0')
  return removed
}

async function isAbout(key: string, names: readonly string[]): Promise<boolean> {
  if (names.some((name) => key.includes(name))) return true
  const type = await redis.type(key)
  const content =
    type === 'hash'
      ? await redis.hget(key, 'data')
      : type === 'string'
        ? await redis.get(key)
        : null
  return content !== null && names.some((name) => content.includes(name))
}

/** A job's id stands in the list of those that wait, beside its key. */
async function remove(key: string): Promise<number> {
  const [queue, id] = [key.slice(0, key.lastIndexOf(':')), key.slice(key.lastIndexOf(':') + 1)]
  const type = await redis.type(key)
  if (type === 'hash' && (await redis.type(`${queue}:wait`)) === 'list')
    await redis.lrem(`${queue}:wait`, 0, id)
  return redis.unlink(key)
}
