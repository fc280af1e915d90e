import { test } from '@japa/runner'
import { redisOptions } from '#app/foundation/redis/redis_address'

test.group('Address of Redis', () => {
  test('of one server names it, its person and its database', ({ assert }) => {
    assert.deepEqual(redisOptions('redis://127.0.0.1/'), { host: '127.0.0.1', port: 6379, db: 0 })
    assert.deepEqual(redisOptions('rediss://ann:p%40ss@[::1]:6390/3'), {
      ...{ host: '::1', port: 6390, username: 'ann', password: 'p@ss', db: 3, tls: {} },
    })
  })

  test('of a socket names its path, its person and its database', ({ assert }) => {
    assert.deepEqual(redisOptions('unix:///run/redis/redis-server.sock'), {
      ...{ path: '/run/redis/redis-server.sock', db: 0 },
    })
    assert.deepEqual(redisOptions('unix://ann:p%40ss@/run/my%20%23redis.sock?db=3'), {
      ...{ path: '/run/my #redis.sock', username: 'ann', password: 'p@ss', db: 3 },
    })
  })

  test('with sentinels names them all, and the primary that they know', ({ assert }) => {
    const options = redisOptions('redis+sentinel://:p%40ss@s1,[::1]:26380/signing/2', 'other')
    assert.containsSubset(options, {
      sentinels: [
        { host: 's1', port: 26379 },
        { host: '::1', port: 26380 },
      ],
      ...{ name: 'signing', password: 'p@ss', sentinelPassword: 'other', db: 2 },
    })
    assert.notProperty(options, 'tls')
    const secured = redisOptions('rediss+sentinel://s1/signing')
    assert.containsSubset(secured, { tls: {}, enableTLSForSentinelMode: true, db: 0 })
  })

  test('that is none is refused in a sentence without its secret', ({ assert }) => {
    for (const address of [
      'redis+sentinel://:hush@s1,s2/',
      'redis+sentinel://:hush@s1,s2/signing/two',
      'http://:hush@s1/',
      'unix://:hush@redis/run/redis.sock',
      'unix://:hush@/run/redis.sock?db=two',
      'hush',
    ])
      assert.throws(() => redisOptions(address), /^REDIS_URL is redis:[^@]*$/)
  })
})
