import { test } from '@japa/runner'
import { request } from 'undici'
import redis from '@adonisjs/redis/services/main'
import { clock } from '#app/foundation/clock'
import { LocalCount } from '#app/foundation/limits/local_count'
import {
  LogInAttempts,
  MAX_PER_ACCOUNT,
  MAX_PER_ACCOUNT_AND_ADDRESS,
  MAX_PER_ADDRESS,
  WINDOW_MS,
  type Attempt,
} from '#app/identity/sessions/log_in_attempts'
import type User from '#app/identity/users/user'
import { StrictLimiter } from '#app/foundation/limits/strict_limiter'
import type Tenant from '#app/tenants/tenant'
import { platformDomain } from '#app/tenants/hosts/public_address'
import { randomToken } from '#app/foundation/opaque_token'
import { hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { ownerOf, PASSWORD, withPassword } from '#tests/support/dashboard_visitor'
import { RedisProcess } from '#tests/support/redis_process'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'

const SOON_MS = 10_000

/** Connections to Redis, but for the one that asks. */
async function clientsOf(server: RedisProcess, type: 'normal' | 'pubsub'): Promise<number> {
  const list = await server.ask((client) => client.call('CLIENT', 'LIST', 'TYPE', type))
  const clients = String(list).trim().split('\n').filter(Boolean)
  return clients.filter((client) => !client.includes('cmd=client|list')).length
}

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

  test('are forgiven after a successful log-in', async ({ assert }) => {
    const attempts = new LogInAttempts()
    const ana = attempt()
    await times(MAX_PER_ACCOUNT_AND_ADDRESS - 1, attempts, ana)
    await attempts.forgive(ana)
    await times(MAX_PER_ACCOUNT_AND_ADDRESS - 1, attempts, ana)
    assert.isTrue(await attempts.allow(ana))
  })

  test('at one account are limited over all addresses, but not from where somebody got in', async ({
    assert,
  }) => {
    const attempts = new LogInAttempts()
    const home = attempt()
    await attempts.allow(home)
    await attempts.forgive(home)
    const { email } = home
    const strangers = Array.from({ length: MAX_PER_ACCOUNT }, () => attempt({ email }))
    const passed = await Promise.all(strangers.map((stranger) => attempts.allow(stranger)))
    assert.isTrue(passed.every(Boolean))
    assert.isFalse(await attempts.allow(attempt({ email })))
    assert.isTrue(await attempts.allow(home))
    assert.isTrue(await attempts.allow(attempt()))
  })

  test('take nothing from those to get a new password', async ({ assert }) => {
    const ana = attempt()
    await times(MAX_PER_ACCOUNT_AND_ADDRESS, new LogInAttempts('forgotten password'), ana)
    assert.isTrue(await new LogInAttempts().allow(ana))
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
    const limiter = new StrictLimiter({ points: 1, windowS: 60, prefix: 'attempts' })
    const name = randomToken()
    assert.isTrue(await limiter.allows(name))
    assert.isFalse(await limiter.allows(name))
    assert.isAbove(await redis.pttl(`attempts:${name}`), 0)
    await limiter.takeBack(name)
    await limiter.takeBack(name)
    assert.isTrue(await limiter.allows(name))
    await limiter.takeBack('unknown')
    assert.equal(await redis.exists('attempts:unknown'), 0)
  })
})

test.group('Log-in attempts | two web processes', (group) => {
  let server: RedisProcess
  let webs: WebProcess[] = []
  let tenant: Tenant
  let olga: User

  group.setup(async () => {
    server = await RedisProcess.open()
    const start = () => WebProcess.start({ NODE_ENV: 'test', REDIS_URL: server.url })
    webs = await Promise.all([start(), start()])
    tenant = await makeTenant()
    olga = await withPassword(tenant, await ownerOf(tenant))
  })
  group.teardown(async () => {
    await Promise.all(webs.map((web) => web.stop()))
    await server.close()
  })

  const ask = async (
    web: WebProcess,
    path: string,
    form: Record<string, string> | null,
    host = hostOfTenant(tenant)
  ) => {
    const answer = await request(web.origin + path, {
      method: form ? 'POST' : 'GET',
      headers: {
        host,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      body: form && new URLSearchParams(form).toString(),
    })
    await answer.body.dump()
    return answer
  }

  test('are counted from the first on, and for all of them together', async ({ assert }) => {
    // before anybody logs in: one counts requests of the API, the other whatever else
    await until(async () => (await clientsOf(server, 'pubsub')) === 2, SOON_MS)
    await until(async () => (await clientsOf(server, 'normal')) === 4, SOON_MS)
    const [one, other] = webs
    assert.equal((await ask(one, '/login', right())).statusCode, 303)
    const wrong = { ...right(), password: 'not this one' }
    const guess = async (web: WebProcess) => (await ask(web, '/login', wrong)).statusCode
    const guessed = []
    for (let made = 0; made < MAX_PER_ACCOUNT_AND_ADDRESS; made++)
      guessed.push(await guess(made % 2 === 0 ? one : other))
    assert.deepEqual(
      guessed,
      guessed.map(() => 422)
    )
    assert.deepEqual([await guess(one), await guess(other)], [429, 429])
    assert.equal((await ask(other, '/login', right())).statusCode, 429)
  })

  test('are refused for a moment while Redis is away, by every way to log in', async ({
    assert,
  }) => {
    await server.stop()
    const [web] = webs
    const answers = await Promise.all([
      ask(web, '/login', right()),
      ask(web, '/forgot', right()),
      ask(web, '/login', right(), platformDomain()),
      ask(web, '/sso/saml/login', null),
      ask(web, '/sso/saml/acs', { SAMLResponse: 'PHg+' }),
      ask(web, `/sso/saml/complete?code=${'a'.repeat(43)}`, null),
    ])
    for (const answer of answers) {
      assert.equal(answer.statusCode, 503)
      assert.match(String(answer.headers['retry-after']), /^\d+$/)
      assert.isUndefined(answer.headers['set-cookie'])
    }
  })

  test('leave the end of a session alone: it does not wait for Redis', async ({ assert }) => {
    // no provider is connected here, so requests that are counted get 404
    assert.equal((await ask(webs[0], '/sso/saml/slo', { SAMLRequest: 'PHg+' })).statusCode, 404)
  })

  function right() {
    return { email: olga.email, password: PASSWORD }
  }
})
