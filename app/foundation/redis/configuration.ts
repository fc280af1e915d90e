import { Setting } from '../setting.js'

/** `redis://…` or `rediss://…`, with the secret in it. */
export const redisUrl = new Setting<string>('Redis')
