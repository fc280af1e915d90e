import { setTimeout as pause } from 'node:timers/promises'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import env from '#start/env'
import { freePort } from '#app/foundation/processes/free_port'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Caddy } from '#tests/support/caddy'
import { CutLine } from '#tests/support/cut_line'
import { HttpsBrowser } from '#tests/support/https_browser'
import { aceProcess } from '#tests/support/node_process'
import { RedisProcess } from '#tests/support/redis_process'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'

const PLATFORM = env.get('PLATFORM_DOMAIN')

test.group('Maintenance', (group) => {
  let redis: RedisProcess
  let line: CutLine
  let web: WebProcess
  let metricsPort: number
  let tenant: Tenant
  let client: ApiClient

  group.each.setup(async () => {
    redis = await RedisProcess.open()
    metricsPort = await freePort()
    const database = new URL(env.get('DATABASE_URL'))
    line = new CutLine({ host: database.hostname, port: Number(database.port || 5432) })
    await line.join()
    database.host = `127.0.0.1:${line.port}`
    tenant = await makeTenant({ name: 'Acme Canary' })
    client = await ApiClient.of(tenant, 'live')
    web = await WebProcess.start({
      DATABASE_URL: database.href,
      REDIS_URL: redis.url,
      LOG_LEVEL: 'fatal',
      METRICS_PORT: String(metricsPort),
    })
    return async () => {
      await web.kill()
      await line.cut()
      await redis.close()
    }
  })

  const command = (...args: string[]) => aceProcess(args, { REDIS_URL: redis.url })
  const at = (path: string, host = hostOfTenant(tenant), headers: object = {}) =>
    ask({ origin: web.origin, path, headers: { host, ...headers } })
  const read = () =>
    at('/api/v1/documents', client.host, { authorization: `Bearer ${client.secret}` })
  const retryAfter = (answer: Awaited<ReturnType<typeof at>>) =>
    Number(answer.headers['retry-after'])

  async function begin(minutes: string): Promise<void> {
    const { code, output } = await command('maintenance:begin', `--minutes=${minutes}`)
    if (code !== 0) throw new Error(output)
    await until(async () => (await read()).status === 503)
  }

  test('closes the API and every page until it is ended, but what keeps the service running', async ({
    assert,
  }) => {
    assert.equal((await read()).status, 200)
    await begin('10')
    const api = await read()
    assert.deepEqual([api.status, api.body.error?.code], [503, 'unavailable'])
    assert.include(api.body.error?.message, 'being maintained')
    assert.isTrue(retryAfter(api) > 500 && retryAfter(api) <= 600, String(retryAfter(api)))
    assert.equal(api.body.requestId, api.headers['x-request-id'])

    for (const path of ['/login', '/documents', '/sign/tok_x', '/verify', '/nothing']) {
      const page = await at(path, undefined, { accept: 'text/html' })
      assert.equal(page.status, 503, path)
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.isAbove(retryAfter(page), 500)
      assert.include(page.text, 'We will be back soon', path)
      assert.include(page.text, 'Acme Canary')
      assert.notInclude(page.text.replaceAll(hostOfTenant(tenant), ''), 'Countersign')
    }
    const german = await at('/sign/tok_x', undefined, { 'accept-language': 'de' })
    assert.include(german.text, 'Wir sind bald wieder da')
    const console = await at('/login', PLATFORM)
    assert.equal(console.status, 503)
    assert.include(console.text, 'We will be back soon')
    assert.equal((await at('/scim/v2/Users')).status, 503)

    const [style] = /\/assets\/[^"]+\.css/.exec((await at('/login')).text) ?? []
    assert.equal((await at(style ?? '')).status, 200)
    assert.deepEqual(
      [(await at('/login', 'unknown.invalid')).status, (await at('/', 'unknown.invalid')).text],
      [404, 'Not found\n']
    )
    for (const probe of ['/internal/ready', '/api/health/ready', '/api/health/live'])
      assert.equal((await fetch(web.origin + probe)).status, 200, probe)

    assert.equal((await command('maintenance:end')).code, 0)
    await until(async () => (await read()).status === 200)
    assert.equal((await at('/login')).status, 200)
  })

  test('goes on while PostgreSQL and Redis are away, also for hosts that nobody has asked for yet', async ({
    assert,
  }) => {
    const other = await makeTenant()
    await begin('10')
    await line.cut()
    const known = await at('/login')
    assert.equal(known.status, 503)
    assert.include(known.text, 'Acme Canary')
    assert.isAbove(retryAfter(known), 500)
    const unknown = await at('/api/v1/health', hostOfTenant(other))
    assert.deepEqual([unknown.status, unknown.body.error?.code], [503, 'unavailable'])
    assert.isAbove(retryAfter(unknown), 500)
    await redis.stop()
    assert.isAbove(retryAfter(await at('/login')), 500)
    await line.join()
    assert.equal((await at('/login')).status, 503)
    await redis.start()
    await command('maintenance:end')
    await until(async () => (await read()).status === 200)
  })

  /** As long as it takes each process to look twice. */
  async function stays(status: number, assert: Assert): Promise<void> {
    const isOver = Date.now() + 2_500
    while (Date.now() < isOver) {
      assert.equal((await read()).status, status)
      await pause(100)
    }
  }

  test('goes on where Redis comes back empty, and is known there again', async ({
    assert,
    cleanup,
  }) => {
    await begin('10')
    await redis.ask((own) => own.flushall())
    await stays(503, assert)
    assert.isAbove(retryAfter(await read()), 500)
    const later = await WebProcess.start({ REDIS_URL: redis.url, LOG_LEVEL: 'fatal' })
    cleanup(() => later.kill())
    const { host } = client
    const first = await ask({ origin: later.origin, path: '/api/v1/health', headers: { host } })
    assert.equal(first.status, 503)
    assert.equal((await command('maintenance:end')).code, 0)
    await until(async () => (await read()).status === 200)
  })

  test('is what an operator said last, whatever a Redis that had not heard of it says', async ({
    assert,
  }) => {
    const goBackTo = (state: Buffer | null) =>
      redis.ask((own) =>
        state ? own.restore('maintenance', 600_000, state, 'REPLACE') : own.flushall()
      )
    const dump = () => redis.ask((own) => own.dumpBuffer('maintenance'))
    await begin('10')
    const closed = await dump()
    assert.equal((await command('maintenance:end')).code, 0)
    await until(async () => (await read()).status === 200)
    const open = await dump()
    await goBackTo(closed)
    await stays(200, assert)
    await goBackTo(null)
    await stays(200, assert)
    await begin('5')
    await goBackTo(open)
    await stays(503, assert)
    assert.isBelow(retryAfter(await read()), 301)
    assert.equal((await command('maintenance:end')).code, 0)
    await until(async () => (await read()).status === 200)
  })

  test('is understood as the release before says it', async ({ assert }) => {
    const closedUntil = new Date(Date.now() + 600_000).toISOString()
    const begunBefore = async () => {
      await redis.ask((own) => own.set('maintenance', closedUntil, 'PX', 600_000))
      await until(async () => (await read()).status === 503)
    }
    await begunBefore()
    await stays(503, assert)
    await redis.ask((own) => own.del('maintenance'))
    await until(async () => (await read()).status === 200)
    await begunBefore()
    assert.equal((await command('maintenance:end')).code, 0)
    await until(async () => (await read()).status === 200)
    await begunBefore()
    assert.isAbove(retryAfter(await read()), 500)
  })

  test('is said behind the proxy while PostgreSQL is away, too', async ({ assert, cleanup }) => {
    const caddy = await Caddy.start([new URL(web.origin).host], await Caddy.freePorts())
    cleanup(() => caddy.stop())
    const browser = new HttpsBrowser(caddy)
    const page = () => browser.get(hostOfTenant(tenant), '/login', { accept: 'text/html' })
    assert.equal((await page()).status, 200)
    await begin('10')
    await line.cut()
    // until the proxy has asked twice whether the process is ready
    const isOver = Date.now() + 6_000
    while (Date.now() < isOver) {
      const { status, text } = await page()
      assert.equal(status, 503)
      // by and by it cannot look up whose host this is
      assert.match(text, /We will be back soon|being maintained/)
      await pause(250)
    }
    await line.join()
  })

  test('counts for the API as requests that failed', async ({ assert }) => {
    await begin('10')
    const failed = async () => {
      const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((told) =>
        told.text()
      )
      const lines = text
        .split('\n')
        .filter((one) => /^countersign_http_request_duration_seconds_count/.test(one))
        .filter((one) => /route="\/api\/\*"/.test(one) && /status="5xx"/.test(one))
      return lines.reduce((sum, one) => sum + Number(one.split(' ').at(-1)), 0)
    }
    const before = await failed()
    for (let of = 0; of < 5; of += 1) await read()
    assert.equal((await failed()) - before, 5)
  })

  test('ends by itself, and a process that starts meanwhile knows of it', async ({
    assert,
    cleanup,
  }) => {
    await begin('0.4')
    const later = await WebProcess.start({ REDIS_URL: redis.url, LOG_LEVEL: 'fatal' })
    cleanup(() => later.kill())
    const { host } = client
    const first = await ask({ origin: later.origin, path: '/api/v1/health', headers: { host } })
    assert.equal(first.status, 503)
    assert.isBelow(retryAfter(first), 25)
    await until(async () => (await read()).status === 200)
  })

  test('is refused where nobody would hear of it, and without an end in sight', async ({
    assert,
  }) => {
    for (const minutes of ['0', '-5', '100000', 'x']) {
      const { code } = await command('maintenance:begin', `--minutes=${minutes}`)
      assert.equal(code, 1, minutes)
    }
    await redis.stop()
    const { code, output } = await command('maintenance:begin')
    assert.equal(code, 1)
    assert.include(output, 'Redis does not answer')
    assert.equal((await read()).status, 200)
    await redis.start()
  })
})
