import { test } from '@japa/runner'
import ApiKey from '#app/identity/keys/api_key'
import { KeyRotation } from '#app/identity/keys/key_rotation'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { startCounting } from '#app/foundation/limits/limiter'
import { RequestLog } from '#app/api/v1/access/request_log'
import { ApiClient } from '#tests/factories/api_client'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { RedisProcess } from '#tests/support/redis_process'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'

const WEBHOOKS = '/api/v1/webhooks'
const ORIGIN = 'https://crm.example'

const within = <T>(tenant: Tenant, environment: 'live' | 'test', work: () => Promise<T>) =>
  CurrentTenant.run({ tenant: tenant.ref, environment }, work)

test.group('API | rate limit', (group) => {
  group.setup(() => until(() => startCounting().status === 'ready'))

  test('counts the sandbox’s requests for all its keys together', async ({ assert }) => {
    const tenant = await makeTenant({ withSandbox: true })
    const [one, other] = [await ApiClient.of(tenant, 'test'), await ApiClient.of(tenant, 'test')]
    const first = await one.get(WEBHOOKS)
    assert.equal(first.headers['ratelimit-policy'], '"minute";q=120;w=60')
    assert.match(String(first.headers.ratelimit), /^"minute";r=119;t=(60|5\d)$/)
    assert.equal(first.headers['x-ratelimit-limit'], '120')
    assert.equal(first.headers['x-ratelimit-remaining'], '119')

    const answers = []
    // few at once: a process that is late with answers of Redis counts for itself
    for (let round = 0; round < 35; round++) {
      const clients = [one, other, one, other]
      answers.push(...(await Promise.all(clients.map((client) => client.get(WEBHOOKS)))))
    }
    const refused = answers.filter(({ status }) => status === 429)
    assert.lengthOf(refused, 21)
    const [{ body, headers }] = refused
    assert.containSubset(body.error, {
      type: 'rate_limit',
      code: 'rate_limited',
      details: { limit: 120, windowSeconds: 60 },
    })
    assert.match(String(headers['retry-after']), /^([1-5]?\d|60)$/)
    assert.equal(headers['x-ratelimit-remaining'], '0')

    const live = await (await ApiClient.of(tenant, 'live')).get(WEBHOOKS)
    assert.equal(live.status, 200)
  })

  test('goes by the plan for live keys', async ({ assert }) => {
    const client = await ApiClient.of(await makeTenant(), 'live')
    const { headers } = await client.get(WEBHOOKS)
    assert.equal(headers['ratelimit-policy'], '"minute";q=1000;w=60')
  })

  test('does not count what comes without a key that is valid', async ({ assert }) => {
    const client = await ApiClient.of(await makeTenant(), 'live')
    const { headers } = await client.get(WEBHOOKS, { authorization: 'Bearer nonsense' })
    assert.isUndefined(headers.ratelimit)
  })

  test('is kept by each process alone while Redis is away', async ({ assert, cleanup }) => {
    const redis = await RedisProcess.open()
    const web = await WebProcess.start({ NODE_ENV: 'test', REDIS_URL: redis.url })
    cleanup(async () => {
      await web.stop()
      await redis.close()
    })
    const client = await ApiClient.of(await makeTenant({ withSandbox: true }), 'test')
    const ask = () => client.ask({ path: WEBHOOKS, origin: web.origin })
    assert.equal((await ask()).status, 200)
    await redis.stop()
    const answers = await Promise.all(Array.from({ length: 130 }, ask))
    const allowed = answers.filter(({ status }) => status === 200)
    assert.lengthOf(allowed, 120)
    assert.lengthOf(
      answers.filter(({ status }) => status === 429),
      10
    )
    const headers = { authorization: 'Bearer nonsense' }
    const guess = () => client.ask({ path: WEBHOOKS, origin: web.origin, headers })
    const guesses = await Promise.all(Array.from({ length: 40 }, guess))
    assert.includeMembers(
      guesses.map(({ status }) => status),
      [401, 429]
    )
  })
})

test.group('API | keys', () => {
  async function keyOf(tenant: Tenant, more: object, environment: 'live' | 'test' = 'live') {
    const client = await ApiClient.of(tenant, environment)
    await within(tenant, 'live', async () =>
      (await ApiKey.findOrFail(client.keyId)).merge(more).save()
    )
    return client
  }

  test('are used from the addresses alone that they name', async ({ assert }) => {
    const tenant = await makeTenant()
    const near = await keyOf(tenant, { allowedIps: ['192.0.2.0/24', '127.0.0.0/8'] })
    assert.equal((await near.get(WEBHOOKS)).status, 200)
    const far = await keyOf(tenant, { allowedIps: ['192.0.2.7'] })
    const { status, body } = await far.get(WEBHOOKS)
    assert.equal(status, 403)
    assert.equal(body.error?.code, 'ip_not_allowed')
  })

  test('of the sandbox may be used by any page, live ones by those they name', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ withSandbox: true })
    const allowed = async (client: ApiClient, origin: string) =>
      (await client.get(WEBHOOKS, { origin })).headers['access-control-allow-origin']
    assert.equal(await allowed(await ApiClient.of(tenant, 'test'), ORIGIN), '*')
    assert.isUndefined(await allowed(await ApiClient.of(tenant, 'live'), ORIGIN))
    const listed = await keyOf(tenant, { allowedOrigins: [ORIGIN] })
    assert.equal(await allowed(listed, ORIGIN), ORIGIN)
    assert.isUndefined(await allowed(listed, 'https://crm.example.evil.test'))
    const { headers } = await listed.get(WEBHOOKS, { origin: ORIGIN })
    assert.include(String(headers.vary), 'Origin')
    assert.isUndefined(headers['access-control-allow-credentials'])
  })

  test('tell what they are, and revoke themselves', async ({ assert }) => {
    const tenant = await makeTenant({ withSandbox: true })
    for (const environment of ['live', 'test'] as const) {
      const client = await ApiClient.of(tenant, environment, { scopes: ['audit:read'] })
      const { body, text } = await client.get('/api/v1/keys/current')
      assert.containSubset(body, {
        id: client.keyId,
        object: 'key',
        environment,
        scopes: ['audit:read'],
        lastFour: client.secret.slice(-4),
      })
      assert.notInclude(text, client.secret)
      const gone = await client.delete('/api/keys/current')
      assert.containSubset(gone.body, { id: client.keyId, deleted: true })
      const after = await client.get('/api/v1/keys/current')
      assert.equal(after.body.error?.code, 'revoked_key')
    }
    const { rows } = await within(tenant, 'live', async () => ({
      rows: (
        await CurrentTenant.batch([
          { text: `select action from security_entries where action = 'key.revoked'` },
        ])
      )[0],
    }))
    assert.lengthOf(rows, 2)
  })

  test('are refused from the commit of their revocation on, under a hundred requests', async ({
    assert,
  }) => {
    const client = await ApiClient.of(await makeTenant(), 'live')
    const asked = Array.from({ length: 50 }, () => client.get(WEBHOOKS))
    assert.equal((await client.delete('/api/v1/keys/current')).status, 200)
    const after = await Promise.all(Array.from({ length: 50 }, () => client.get(WEBHOOKS)))
    assert.isTrue(after.every(({ status }) => status === 401))
    assert.isEmpty((await Promise.all(asked)).filter(({ status }) => ![200, 401].includes(status)))
  })

  test('are replaced by others that do the same, and go on for a while', async ({ assert }) => {
    const tenant = await makeTenant()
    const old = await keyOf(tenant, { scopes: ['webhooks:read'], allowedIps: ['127.0.0.1'] })
    const { key, secret } = await within(tenant, 'live', async () => {
      const row = await ApiKey.findOrFail(old.keyId)
      const createdBy = { id: row.createdBy, name: OLGA.name }
      return KeyRotation.run(row, { createdBy, overlapMs: 60_000 }, OLGA)
    })
    const fresh = new ApiClient(tenant, secret.release(), key.id)
    assert.equal((await fresh.get(WEBHOOKS)).status, 200)
    assert.equal((await old.get(WEBHOOKS)).status, 200)
    assert.equal((await fresh.get('/api/v1/documents')).status, 403)
    await within(tenant, 'live', async () =>
      (await ApiKey.findOrFail(old.keyId)).merge({ expiresAt: new Date(Date.now() - 1) }).save()
    )
    assert.equal((await old.get(WEBHOOKS)).body.error?.code, 'expired_key')
  })
})

test.group('API | log of requests', () => {
  test('is not lost to a path that PostgreSQL cannot keep', async ({ assert }) => {
    const tenant = await makeTenant()
    const client = await ApiClient.of(tenant, 'live')
    await client.get('/api/v1/documents/%00')
    await client.get(WEBHOOKS)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await RequestLog.write()
    const statement = { text: 'select path from api_requests order by path' }
    const [rows] = await within(tenant, 'live', () => CurrentTenant.batch([statement]))
    assert.lengthOf(rows, 2)
  })

  test('keeps who asked for what, and nothing that was said', async ({ assert }) => {
    const tenant = await makeTenant()
    const client = await ApiClient.of(tenant, 'live')
    const good = await client.get(`${WEBHOOKS}?limit=3`)
    const bad = await client.post(WEBHOOKS, { url: 'nonsense', name: 'a secret' })
    await client.get(WEBHOOKS, { authorization: 'Bearer nonsense' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    await RequestLog.write()
    const [rows] = await within(tenant, 'live', () =>
      CurrentTenant.batch([{ text: 'select * from api_requests order by at' }])
    )
    assert.containSubset(rows, [
      {
        id: good.headers['x-request-id'],
        key_id: client.keyId,
        method: 'GET',
        path: WEBHOOKS,
        status: 200,
        error_code: null,
        ip_address: '127.0.0.1',
      },
      { id: bad.headers['x-request-id'], status: 422, error_code: 'validation_failed' },
    ])
    assert.lengthOf(rows, 2)
    assert.notInclude(JSON.stringify(rows), 'secret')
  })

  test('forgets what is older than thirty days', async ({ assert }) => {
    const tenant = await makeTenant()
    const client = await ApiClient.of(tenant, 'live')
    const read = () =>
      within(tenant, 'live', () =>
        CurrentTenant.batch([{ text: 'select id from api_requests' }])
      ).then(([rows]) => rows.length)
    const logged = async () => {
      await client.get(WEBHOOKS)
      await new Promise((resolve) => setTimeout(resolve, 20))
      await RequestLog.write()
    }
    await logged()
    await within(tenant, 'live', () =>
      CurrentTenant.batch([
        { text: `delete from api_requests` },
        {
          text: `insert into api_requests select 'req_' || n, 'key', 'GET', '/', 200, 1, null, null, now() - interval '31 days' from generate_series(1, 2) n`,
        },
      ])
    )
    await logged()
    assert.equal(await read(), 1)
  })
})
