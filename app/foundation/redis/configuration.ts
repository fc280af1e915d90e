import type { RedisOptions } from 'ioredis'
import { Setting } from '../setting.js'

/** Where Redis is, and what it asks for. */
export const redisServer = new Setting<RedisOptions>('Redis')
