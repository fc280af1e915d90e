import redis from '@adonisjs/redis/services/main'
import type { Canaries } from './canary.js'
import type { Leak } from './crawler.js'

const PAGE = 1_000

/** Every key and value of Redis, read whole: it holds nobody's words. */
export async function searchRedis(canaries: Canaries): Promise<{ keys: number; leaks: Leak[] }> {
  const leaks: Leak[] = []
  let keys = 0
  let cursor = '0'
  do {
    const [next, page] = await redis.scan(cursor, 'COUNT', PAGE)
    cursor = next
    for (const key of page) {
      const found = canaries.in(key + (await content(key)))
      leaks.push(...found.map((canary) => ({ wall: 'redis', where: key, canary })))
      keys += 1
    }
  } while (cursor !== '0')
  return { keys, leaks }
}

async function content(key: string): Promise<string> {
  switch (await redis.type(key)) {
    case 'string':
      return (await redis.get(key)) ?? ''
    case 'hash':
      return JSON.stringify(await redis.hgetall(key))
    case 'list':
      return (await redis.lrange(key, 0, -1)).join('\n')
    case 'set':
      return (await redis.smembers(key)).join('\n')
    case 'zset':
      return (await redis.zrange(key, 0, -1)).join('\n')
    case 'stream':
      return JSON.stringify(await redis.xrange(key, '-', '+'))
    default:
      return ''
  }
}
