import redis from '@adonisjs/redis/services/main'
import type { Canaries } from './canary.js'
import type { Finding } from '../finding.js'

const PAGE = 1_000

/** Every key and value of Redis, read whole: it holds nobody's words. */
export async function searchRedis(
  canaries: Canaries
): Promise<{ keys: number; findings: Finding[] }> {
  const findings: Finding[] = []
  let keys = 0
  let cursor = '0'
  do {
    const [next, page] = await redis.scan(cursor, 'COUNT', PAGE)
    cursor = next
    for (const key of page) {
      for (const { what, home } of canaries.in(key + (await content(key))))
        findings.push({ boundary: 'redis', message: `${what} of ${home.tenant} in the key ${key}` })
      keys += 1
    }
  } while (cursor !== '0')
  return { keys, findings }
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
