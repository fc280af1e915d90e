import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { request, type Dispatcher } from 'undici'
import env from '#start/env'
import { Readiness } from '#app/monitoring/readiness'
import { Cell } from '#app/tenancy/cell'
import { ApiClient, ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CutLine } from '#tests/support/cut_line'
import { RefusedLogin } from '#tests/support/refused_login'
import { RedisProcess } from '#tests/support/redis_process'
import { startS3 } from '#tests/support/s3_server'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'

const LIVE = '/api/health/live'
const READY = '/api/health/ready'
const PROBES = [LIVE, READY]

interface Told {
  status: number
  retryAfter: string | null
  body: { status: string; failing?: string[] }
}

async function told(web: WebProcess, path: string): Promise<Told> {
  const answer = await fetch(`${web.origin}${path}`)
  const body = (await answer.json()) as Told['body']
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body }
}

/** As a supervisor asks: no proxy in between, and no operation of the API. */
async function inside(path: string, host: string, method: Dispatcher.HttpMethod = 'GET') {
  const origin = `http://127.0.0.1:${env.get('PORT')}`
  const { statusCode, headers, body } = await request(origin + path, { method, headers: { host } })
  return { status: statusCode, headers, text: await body.text() }
}

const unavailable = (...failing: string[]): Told => ({
  status: 503,
  retryAfter: '5',
  body: { status: 'unavailable', failing },
})
const READY_NOW: Told = { status: 200, retryAfter: null, body: { status: 'ready' } }

async function becomes(web: WebProcess, wanted: Told): Promise<void> {
  let last: Told | undefined
  await until(async () => {
    last = await told(web, READY)
    return JSON.stringify(last) === JSON.stringify(wanted)
  }).catch((cause: unknown) => {
    throw new Error(`It said ${JSON.stringify(last)}\n${JSON.stringify(wanted)}`, { cause })
  })
}

test.group('Probes | who may ask', () => {
  test('a supervisor asks by address, with any Host and without TLS', async ({ assert }) => {
    for (const host of ['anything.invalid', '127.0.0.1:3333', env.get('PLATFORM_DOMAIN')]) {
      const live = await inside(LIVE, host)
      assert.deepEqual([live.status, live.text], [200, '{"status":"live"}'], host)
      const ready = await inside(READY, host)
      assert.deepEqual([ready.status, ready.text], [200, '{"status":"ready"}'], host)
      assert.equal(ready.headers['cache-control'], 'no-store')
      assert.equal((await inside(READY, host, 'HEAD')).status, 200)
      assert.equal((await inside(READY, host, 'POST')).status, 405)
    }
  })

  test('strangers behind a proxy find there what they find at any other address', async ({
    assert,
  }) => {
    const tenants = hostOfTenant(await makeTenant())
    const platform = env.get('PLATFORM_DOMAIN')
    for (const header of ['x-forwarded-for', 'forwarded', 'via'])
      for (const host of ['unknown.invalid', tenants, platform])
        for (const path of PROBES) {
          const headers = { host, [header]: '203.0.113.9' }
          const [probe, nothing] = [
            await ask({ path, headers }),
            await ask({ path: '/api/health/nothing', headers }),
          ]
          assert.equal(probe.status, 404, `${host}${path}`)
          const text = (of: typeof probe) => of.text.replaceAll(/req_\w+/g, '')
          assert.equal(text(probe), text(nothing).replaceAll('/api/health/nothing', path))
        }
  })

  test('the contract’s answer at the shorter address is what it was', async ({ assert }) => {
    const host = hostOfTenant(await makeTenant())
    const { status, body } = await ask({ path: '/api/health', headers: { host } })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['object', 'status', 'time', 'requestId'])
  })
})

test.group('Probes | a process of its own', () => {
  test('is live and not ready without PostgreSQL, and ready again by itself', async ({
    assert,
    cleanup,
  }) => {
    const database = new URL(env.get('DATABASE_URL'))
    const line = new CutLine({ host: database.hostname, port: Number(database.port || 5432) })
    await line.join()
    cleanup(() => line.cut())
    database.host = `127.0.0.1:${line.port}`
    const web = await WebProcess.start({ DATABASE_URL: database.href, LOG_LEVEL: 'fatal' })
    cleanup(() => web.kill())
    await becomes(web, READY_NOW)
    await line.cut()
    await becomes(web, unavailable('database'))
    assert.deepEqual((await told(web, LIVE)).body, { status: 'live' })
    await line.join()
    await becomes(web, READY_NOW)
    line.mute()
    await becomes(web, unavailable('database'))
    assert.equal((await told(web, LIVE)).status, 200)
  })

  for (const login of ['platform', 'app'] as const)
    test(`is not ready while the login ${login} is refused, as both kinds of supervisors hear`, async ({
      assert,
      cleanup,
    }) => {
      const web = await WebProcess.start({ LOG_LEVEL: 'fatal' })
      cleanup(() => web.kill())
      cleanup(() => RefusedLogin.letIn(login))
      const client = await ApiClient.of(await makeTenant(), 'live')
      const read = async () =>
        (await client.ask({ origin: web.origin, path: '/api/v1/documents' })).status
      await becomes(web, READY_NOW)
      assert.equal(await read(), 200)
      await RefusedLogin.refuse(login)
      await becomes(web, unavailable('database'))
      if (login === 'app') assert.equal(await read(), 503)
      assert.equal((await fetch(`${web.origin}/internal/ready`)).status, 503)
      assert.equal((await told(web, LIVE)).status, 200)
      await RefusedLogin.letIn(login)
      await becomes(web, READY_NOW)
      assert.equal((await fetch(`${web.origin}/internal/ready`)).status, 200)
      assert.equal(await read(), 200)
    })

  for (const [place, url] of [
    ['its port', 'url'],
    ['its socket', 'socketUrl'],
  ] as const)
    test(`names Redis at ${place}, while load balancers may still send requests`, async ({
      assert,
      cleanup,
    }) => {
      const redis = await RedisProcess.open()
      cleanup(() => redis.close())
      const web = await WebProcess.start({ REDIS_URL: redis[url], LOG_LEVEL: 'fatal' })
      cleanup(() => web.kill())
      await becomes(web, READY_NOW)
      redis.send('SIGSTOP')
      await becomes(web, unavailable('redis'))
      assert.equal((await fetch(`${web.origin}/internal/ready`)).status, 200)
      redis.send('SIGCONT')
      await becomes(web, READY_NOW)
    })

  test('names a Redis that answers but refuses writes, as after a failover or on a full disk', async ({
    cleanup,
  }) => {
    const redis = await RedisProcess.open()
    cleanup(() => redis.close())
    const web = await WebProcess.start({ REDIS_URL: redis.url, LOG_LEVEL: 'fatal' })
    cleanup(() => web.kill())
    const wantReplicas = (count: number) =>
      redis.ask((client) => client.config('SET', 'min-replicas-to-write', count))
    await becomes(web, READY_NOW)
    await wantReplicas(1)
    await becomes(web, unavailable('redis'))
    await wantReplicas(0)
    await becomes(web, READY_NOW)
  })

  test('names a storage folder that cannot be one', async ({ cleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), 'storage-'))
    cleanup(() => rmSync(folder, { recursive: true }))
    const storage = join(folder, 'storage', 'documents')
    const web = await WebProcess.start({ DRIVE_DISK: 'fs', STORAGE_DIR: storage })
    cleanup(() => web.kill())
    await becomes(web, READY_NOW)
    writeFileSync(join(folder, 'storage'), 'a file is in the way')
    await becomes(web, unavailable('storage'))
    rmSync(join(folder, 'storage'))
    await becomes(web, READY_NOW)
  })

  test('names the keys where their folder is not the one of this installation', async ({
    cleanup,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'keys-'))
    cleanup(() => rmSync(folder, { recursive: true }))
    const web = await WebProcess.start({ KEYS_DIR: folder, LOG_LEVEL: 'fatal' })
    cleanup(() => web.kill())
    await becomes(web, unavailable('keys'))
    cpSync(join(env.get('KEYS_DIR'), 'platform'), join(folder, 'platform'))
    await becomes(web, READY_NOW)
  })

  test('names a bucket that is away', async ({ cleanup }) => {
    const s3 = await startS3('documents')
    const web = await WebProcess.start({
      DRIVE_DISK: 's3',
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'documents',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    })
    cleanup(() => web.kill())
    await becomes(web, READY_NOW)
    await s3.stop()
    await becomes(web, unavailable('storage'))
  })

  test('names a schema that lacks a file of this release, and minds none of a later one', async ({
    cleanup,
  }) => {
    const { database } = Cell.named('main')
    const ledger = (text: string, values: unknown[] = []) =>
      asSuperuser(database, (client) =>
        client.query(`update cell.ledger set steps = ${text} where template = 'cell'`, values)
      )
    const [{ steps }] = await asSuperuser(database, async (client) => {
      const { rows } = await client.query(`select steps from cell.ledger where template = 'cell'`)
      return rows as { steps: Record<string, string> }[]
    })
    cleanup(() => ledger('$1', [JSON.stringify(steps)]).then(() => {}))
    const web = await WebProcess.start({ LOG_LEVEL: 'fatal' })
    cleanup(() => web.kill())
    await ledger(`steps || '{"9999_later.sql": "00"}'`)
    await becomes(web, READY_NOW)
    await ledger(`steps - $1`, [Object.keys(steps)[0]])
    await becomes(web, unavailable('schema'))
  })

  test('is not ready once it was told to stop, and still live', async ({ assert, cleanup }) => {
    const web = await WebProcess.start({ DRAIN_SECONDS: '600' })
    cleanup(() => web.kill())
    await becomes(web, READY_NOW)
    web.send('SIGTERM')
    await becomes(web, unavailable('stopping'))
    assert.equal((await told(web, LIVE)).status, 200)
  })
})

test.group('Probes | readiness', () => {
  test('asks each part once, however many probes come', async ({ assert }) => {
    let asked = 0
    const readiness = new Readiness({
      redis: async () => {
        asked += 1
        throw new Error('away')
      },
      storage: async () => void (asked += 1),
    })
    const answers = await Promise.all(Array.from({ length: 50 }, () => readiness.failing()))
    assert.deepEqual(answers, Array(50).fill(['redis']))
    assert.equal(asked, 2)
  })
})
