import env from '#start/env'
import { defineConfig } from '@adonisjs/redis'
import type { InferConnections } from '@adonisjs/redis/types'
import { redisOptions } from '#app/foundation/redis/redis_address'

export const redisServer = redisOptions(env.get('REDIS_URL'), env.get('REDIS_SENTINEL_PASSWORD'))

const redisConfig = defineConfig({
  connection: 'main',
  connections: {
    main: {
      ...redisServer,
      enableOfflineQueue: false,
      lazyConnect: true,
      retryStrategy: (times: number) => Math.min(times * 100, 2_000),
    },
  },
})

export default redisConfig

declare module '@adonisjs/redis/types' {
  export interface RedisConnections extends InferConnections<typeof redisConfig> {}
}
