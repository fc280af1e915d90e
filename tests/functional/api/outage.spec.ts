import { test } from '@japa/runner'
import type pg from 'pg'
import { cells } from '#config/cells'
import env from '#start/env'
import { Cell } from '#app/tenancy/cell'
import { ApiClient, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CutLine } from '#tests/support/cut_line'
import { outcomeOf } from '#tests/support/outcome'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'

/** The connections that carry work from a cell, over another way to its server. */
function relayOver(port: number): pg.Pool {
  const url = new URL(env.get('DATABASE_URL'))
  url.host = `127.0.0.1:${port}`
  const known = cells as Map<string, string>
  known.set('elsewhere', url.href)
  try {
    return Cell.named('elsewhere').pool('relay', 1)
  } finally {
    known.delete('elsewhere')
  }
}

test.group('API | PostgreSQL away', (group) => {
  let line: CutLine
  let web: WebProcess
  let client: ApiClient

  group.setup(async () => {
    client = await ApiClient.of(await makeTenant(), 'live')
    const database = new URL(env.get('DATABASE_URL'))
    line = new CutLine({ host: database.hostname, port: Number(database.port || 5432) })
    await line.join()
    database.host = `127.0.0.1:${line.port}`
    web = await WebProcess.start({ DATABASE_URL: database.href, LOG_LEVEL: 'fatal' })
  })
  group.teardown(async () => {
    await web.stop()
    await line.cut()
  })

  const read = () => client.ask({ origin: web.origin, path: '/api/v1/webhooks' })

  test('says 503 with Retry-After until it is back, then goes on', async ({ assert }) => {
    assert.equal((await read()).status, 200)
    await line.cut()
    for (let times = 0; times < 3; times += 1) {
      const answer = await read()
      assert.equal(answer.status, 503, answer.text)
      assert.equal(answer.body.error?.code, 'unavailable')
      assert.match(String(answer.headers['retry-after']), /^\d+$/)
    }
    const ready = await client.ask({ origin: web.origin, path: '/internal/ready' })
    assert.equal(ready.status, 503)
    await line.join()
    await until(async () => (await read()).status === 200)
  })

  test('says so as well where a host has to be looked up first', async ({ assert }) => {
    const tenant = await makeTenant()
    await line.cut()
    const headers = { host: hostOfTenant(tenant) }
    const api = await client.ask({ origin: web.origin, path: '/api/v1/health', headers })
    assert.equal(api.status, 503)
    assert.equal(api.body.error?.code, 'unavailable')
    const page = await client.ask({ origin: web.origin, path: '/login', headers })
    assert.equal(page.status, 503)
    assert.match(String(page.headers['content-type']), /text\/plain/)
    await line.join()
  })

  test('says so where the database takes no writes, and leaves such connections behind', async ({
    assert,
    cleanup,
  }) => {
    const { database, roles } = Cell.named('main')
    const setting = `alter role ${roles.app} in database ${database}`
    const alter = (change: string) =>
      asSuperuser(database, async (superuser) => void (await superuser.query(setting + change)))
    const reset = () => alter(' reset default_transaction_read_only')
    await alter(' set default_transaction_read_only = on')
    cleanup(reset)
    const fresh = await WebProcess.start({ LOG_LEVEL: 'fatal', DATABASE_POOL: '1' })
    cleanup(() => fresh.stop())
    const write = () =>
      client.ask({
        ...{ origin: fresh.origin, path: '/api/v1/webhooks', method: 'POST' },
        json: { url: 'https://hooks.example.test/' },
      })
    const refused = await write()
    assert.equal(refused.status, 503, refused.text)
    assert.equal(refused.body.error?.code, 'unavailable')
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
    await reset()
    await until(async () => (await write()).status === 201, 5_000)
  })

  test('says so within seconds where it takes connections and does not answer', async ({
    assert,
    cleanup,
  }) => {
    assert.equal((await read()).status, 200)
    const headers = { host: hostOfTenant(await makeTenant()) }
    const relay = relayOver(line.port)
    cleanup(() => relay.end())
    assert.lengthOf((await relay.query('select 1')).rows, 1)
    line.mute()
    const timed = async (path: string, asked: Record<string, string> = {}) => {
      const startedAt = performance.now()
      const { status } = await client.ask({ origin: web.origin, path, headers: asked })
      return { status, isSoon: performance.now() - startedAt < 2_000 }
    }
    const [ready, health, ofNewHost, told, relayed] = await Promise.all([
      timed('/internal/ready'),
      timed('/api/v1/health'),
      timed('/api/v1/health', headers),
      read(),
      outcomeOf(() => relay.query('select 1')),
    ])
    assert.deepEqual(ready, { status: 503, isSoon: true })
    assert.isTrue(health.isSoon)
    assert.deepEqual(ofNewHost, { status: 503, isSoon: true })
    assert.equal(told.status, 503, told.text)
    assert.match(String(relayed.code), /Connection terminated/, 'the relay would wait for ever')
    assert.equal(told.body.error?.code, 'unavailable')
    await line.cut()
    await line.join()
    await until(async () => (await read()).status === 200)
  })
})
