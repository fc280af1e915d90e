import { test } from '@japa/runner'
import redis from '@adonisjs/redis/services/main'
import { clock } from '#app/foundation/clock'
import { LocalCount } from '#app/front_door/local_count'
import {
  LogInAttempts,
  MAX_PER_ACCOUNT_AND_ADDRESS,
  MAX_PER_ADDRESS,
  WINDOW_MS,
  type Attempt,
} from '#app/front_door/log_in_attempts'
import { SharedCount } from '#app/front_door/shared_count'
import { randomToken } from '#app/foundation/opaque_token'
import { until } from '#tests/support/until'

test.group('Log-in attempts', (group) => {
  group.setup(() => until(async () => (await redis.ping().catch(() => '')) === 'PONG'))
  group.each.teardown(() => clock.restore())

  const attempt = (more: Partial<Attempt> = {}): Attempt => ({
    tenantId: 'ten_a',
    email: `${randomToken(6)}@example.test`,
    ipAddress: `2001:db8:${randomToken(3).length}:${Math.floor(Math.random() * 65_536).toString(16)}::1`,
    ...more,
  })
  const times = async (count: number, attempts: LogInAttempts, of: Attempt) => {
    for (let done = 0; done < count; done++) await attempts.allow(of)
  }

  test('are limited per account and address', async ({ assert }) => {
    const attempts = new LogInAttempts()
    const ana = attempt()
    await times(MAX_PER_ACCOUNT_AND_ADDRESS - 1, attempts, ana)
    assert.isTrue(await attempts.allow(ana))
    assert.isFalse(await attempts.allow({ ...ana, email: ` ${ana.email.toUpperCase()} ` }))
    assert.isTrue(await attempts.allow({ ...ana, email: 'somebody@example.test' }))
    assert.isTrue(await attempts.allow({ ...ana, tenantId: 'ten_b' }))
  })

  test('are counted together, whichever process they reach', async ({ assert }) => {
    const ana = attempt()
    await times(MAX_PER_ACCOUNT_AND_ADDRESS, new LogInAttempts(), ana)
    assert.isFalse(await new LogInAttempts().allow(ana))
  })

  test('are limited per address over all accounts, a network of IPv6 being one', async ({
    assert,
  }) => {
    const attempts = new LogInAttempts()
    const { ipAddress } = attempt()
    await Promise.all(
      Array.from({ length: MAX_PER_ADDRESS }, () => attempts.allow(attempt({ ipAddress })))
    )
    const neighbour = ipAddress.replace(/::1$/, '::beef')
    assert.isFalse(await attempts.allow(attempt({ ipAddress: neighbour })))
  })

  test('are counted at once: of many at the same instant no more than the limit pass', async ({
    assert,
  }) => {
    const attempts = new LogInAttempts()
    const ana = attempt()
    const passed = await Promise.all(Array.from({ length: 40 }, () => attempts.allow(ana)))
    assert.lengthOf(passed.filter(Boolean), MAX_PER_ACCOUNT_AND_ADDRESS)
  })

  test('are forgiven to whoever gets in', async ({ assert }) => {
    const attempts = new LogInAttempts()
    const ana = attempt()
    await times(MAX_PER_ACCOUNT_AND_ADDRESS - 1, attempts, ana)
    await attempts.forgive(ana)
    await times(MAX_PER_ACCOUNT_AND_ADDRESS - 1, attempts, ana)
    assert.isTrue(await attempts.allow(ana))
  })

  test('stay limited when Redis forgets everything', async ({ assert }) => {
    const attempts = new LogInAttempts()
    const ana = attempt()
    await times(MAX_PER_ACCOUNT_AND_ADDRESS, attempts, ana)
    const keys = await redis.keys('attempts:*')
    await redis.del(...keys)
    assert.isFalse(await attempts.allow(ana))
  })

  test('may be made again when the window is over', async ({ assert }) => {
    const count = new LocalCount(WINDOW_MS)
    assert.equal(count.add('a'), 1)
    assert.equal(count.add('a'), 2)
    clock.travel(WINDOW_MS)
    assert.equal(count.add('a'), 1)
  })

  test('are refused when there is no room to count them', async ({ assert }) => {
    const count = new LocalCount(WINDOW_MS, 2)
    count.add('a')
    count.add('b')
    assert.equal(count.add('c'), Number.POSITIVE_INFINITY)
    assert.equal(count.add('a'), 2)
    clock.travel(WINDOW_MS)
    assert.equal(count.add('c'), 1)
  })

  test('end in Redis by themselves', async ({ assert }) => {
    const count = new SharedCount(60_000)
    const name = randomToken()
    assert.equal(await count.add(name), 1)
    assert.equal(await count.add(name), 2)
    assert.isAbove(await redis.pttl(`attempts:${name}`), 0)
    await count.takeBack(name)
    assert.equal(await count.add(name), 2)
    await count.takeBack('unknown')
    assert.equal(await redis.exists('attempts:unknown'), 0)
  })
})
