import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import type pg from 'pg'
import env from '#start/env'
import Document from '#app/documents/document'
import { freePort } from '#app/foundation/processes/free_port'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, ask, hostOfTenant, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { superuserOf } from '#tests/support/superuser'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'

const WAIT_MS = 800
const SETTINGS = {
  DATABASE_POOL: '4',
  DATABASE_WAIT_MS: String(WAIT_MS),
  DATABASE_WAITERS: '12',
  LOG_LEVEL: 'warn',
}

/** What answers when nobody else asks for anything. */
const AT_ONCE_MS = 600

interface Timed {
  answer: Answer
  ms: number
}

async function timed(asked: Promise<Answer>): Promise<Timed> {
  const startedAt = performance.now()
  const answer = await asked
  return { answer, ms: performance.now() - startedAt }
}

/** Keeps others from rows of a table, so that what asks for them holds its connection. @returns how to end it */
async function lock(table: string): Promise<() => Promise<void>> {
  const superuser = await superuserOf(Cell.named('main').database)
  await superuser.query(`begin; lock table ${table} in access exclusive mode`)
  let isHeld = true
  return async () => {
    if (isHeld) await superuser.end()
    isHeld = false
  }
}

async function waitingFor(superuser: pg.Client, table: string): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>(
    'select count(*)::int as count from pg_locks where relation = $1::regclass and not granted',
    [table]
  )
  return rows[0].count
}

test.group('More than the connections can bear', (group) => {
  let web: WebProcess
  let metricsPort: number
  let superuser: pg.Client
  let flood: { tenant: Tenant; client: ApiClient }
  let other: { tenant: Tenant; client: ApiClient }
  let documents: string
  let file: string

  group.setup(async () => {
    metricsPort = await freePort()
    file = Buffer.from(await makePdf()).toString('base64')
    superuser = await superuserOf(Cell.named('main').database)
    web = await WebProcess.start({ ...SETTINGS, METRICS_PORT: String(metricsPort) })
    return async () => {
      await web.stop()
      await superuser.end()
    }
  })
  group.each.setup(async () => {
    flood = await customer('Flood Canary')
    other = await customer('Other')
    documents = `${schemaNames(flood.tenant.id).live}.documents`
  })

  async function customer(name: string) {
    const tenant = await makeTenant({ name })
    const client = await ApiClient.of(tenant, 'live')
    await client.ask({ origin: web.origin, path: '/api/v1/webhooks' })
    return { tenant, client }
  }

  const list = (client: ApiClient) =>
    timed(client.ask({ origin: web.origin, path: '/api/v1/documents' }))
  const create = (key: string) =>
    timed(
      flood.client.ask({
        ...{ origin: web.origin, path: '/api/v1/documents', method: 'POST' },
        headers: { 'idempotency-key': key },
        json: { title: key, file, signers: [{ name: 'Ana', email: 'ana@example.test' }] },
      })
    )
  const page = (path: string, host = hostOfTenant(flood.tenant), headers: object = {}) =>
    timed(ask({ origin: web.origin, path, headers: { host, ...headers } }))
  const many = (count: number, request: () => Promise<Timed>) =>
    Array.from({ length: count }, () => request())
  const shed = async (reason: string) => {
    const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((told) => told.text())
    const [, value = '0'] =
      new RegExp(`^countersign_requests_shed_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(
        text
      ) ?? []
    return Number(value)
  }

  test('a tenant whose statements are slow has the rest turned away, and nobody else notices', async ({
    assert,
    cleanup,
  }) => {
    const [before, unlock] = [await shed('waited'), await lock(documents)]
    cleanup(unlock)
    const asked = many(10, () => list(flood.client))
    await until(async () => (await waitingFor(superuser, documents)) === 2)
    for (let times = 0; times < 5; times += 1) {
      const { answer, ms } = await list(other.client)
      assert.equal(answer.status, 200)
      assert.isBelow(ms, AT_ONCE_MS)
    }
    const settled: Timed[] = []
    for (const one of asked) void one.then((told) => settled.push(told))
    await until(() => settled.length === 8)
    for (const { answer, ms } of settled) {
      assert.equal(answer.status, 503)
      assert.equal(answer.headers['retry-after'], '5')
      assert.equal(answer.body.error?.code, 'unavailable')
      assert.equal(answer.body.error?.type, 'api')
      assert.equal(answer.body.requestId, answer.headers['x-request-id'])
      assert.isTrue(ms >= WAIT_MS && ms < 2 * WAIT_MS + AT_ONCE_MS, String(ms))
    }
    assert.equal(await waitingFor(superuser, documents), 2, 'never more than its share')
    await unlock()
    const answers = await Promise.all(asked)
    assert.lengthOf(
      answers.filter(({ answer }) => answer.status === 200),
      2
    )
    assert.equal((await shed('waited')) - before, 8)
    assert.equal((await list(flood.client)).answer.status, 200)
    assert.notInclude(web.output, 'at async', 'who has too much to do writes no stacks')
    assert.include(web.output, 'found no connection to the database in time')
  })

  test('those beyond the queue are turned away at once, and leave room in it for others', async ({
    assert,
    cleanup,
  }) => {
    const third = await customer('Third')
    const ofThird = `${schemaNames(third.tenant.id).live}.documents`
    const [before, unlock, unlockThird] = [
      await shed('queue_full'),
      await lock(documents),
      await lock(ofThird),
    ]
    cleanup(unlock)
    cleanup(unlockThird)
    const held = [...many(2, () => list(flood.client)), ...many(2, () => list(third.client))]
    await until(async () => (await waitingFor(superuser, documents)) === 2)
    await until(async () => (await waitingFor(superuser, ofThird)) === 2)
    const rest = many(30, () => list(flood.client))
    const quick: Timed[] = []
    for (const one of rest) void one.then((told) => quick.push(told))
    await until(() => quick.length >= 18)
    for (const { answer, ms } of quick.slice(0, 18)) {
      assert.equal(answer.status, 503)
      assert.isBelow(ms, WAIT_MS)
    }
    const late = list(other.client)
    setTimeout(() => void unlockThird(), WAIT_MS / 4)
    assert.equal((await late).answer.status, 200)
    await unlock()
    await Promise.all([...held, ...rest])
    assert.isAtLeast((await shed('queue_full')) - before, 18)
  })

  test('nothing is half done: what was turned away is not there, and can be asked for again', async ({
    assert,
    cleanup,
  }) => {
    const unlock = await lock(documents)
    cleanup(unlock)
    const reads = many(2, () => list(flood.client))
    await until(async () => (await waitingFor(superuser, documents)) === 2)
    const refused = await Promise.all([1, 2, 3, 4].map((number) => create(`key-${number}`)))
    assert.deepEqual(
      refused.map(({ answer }) => answer.status),
      [503, 503, 503, 503]
    )
    await unlock()
    await Promise.all(reads)
    const titles = () =>
      CurrentTenant.run({ tenant: flood.tenant.ref, environment: 'live' }, async () =>
        (await Document.query()).map(({ title }) => title)
      )
    assert.deepEqual(await titles(), [])
    for (const number of [1, 2, 3, 4]) {
      const { answer } = await create(`key-${number}`)
      assert.equal(answer.status, 201, answer.text)
    }
    assert.sameMembers(await titles(), ['key-1', 'key-2', 'key-3', 'key-4'])
  })

  test('who has claimed an Idempotency-Key waits on, and is not turned away halfway', async ({
    assert,
    cleanup,
  }) => {
    const unlock = await lock(documents)
    cleanup(unlock)
    const asked = [1, 2, 3, 4].map((number) => create(`key-${number}`))
    const { account } = schemaNames(flood.tenant.id)
    const claims = `select count(*)::int as count from ${account}_live.idempotency_keys`
    await until(async () => (await superuser.query<{ count: number }>(claims)).rows[0].count === 4)
    await pause(2 * WAIT_MS)
    await unlock()
    const answers = await Promise.all(asked)
    assert.deepEqual(
      answers.map(({ answer }) => answer.status),
      [201, 201, 201, 201]
    )
  })

  test('people are told by a page in their tenant’s name and colours, signers in their language', async ({
    assert,
    cleanup,
  }) => {
    const account = schemaNames(flood.tenant.id).account
    await superuser.query(`update ${account}.brand set color = '#7a1f5c'`)
    const unlock = await lock(documents)
    cleanup(unlock)
    const reads = many(2, () => list(flood.client))
    await until(async () => (await waitingFor(superuser, documents)) === 2)
    const german = { 'accept-language': 'de' }
    const [login, signer] = await Promise.all([
      page('/login'),
      page('/sign/tok_x', undefined, german),
    ])
    for (const { answer } of [login, signer]) {
      assert.equal(answer.status, 503)
      assert.equal(answer.headers['retry-after'], '5')
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.include(answer.text, 'Flood Canary')
      assert.include(answer.text, '#7a1f5c')
      const own = answer.text.replaceAll(hostOfTenant(flood.tenant), '')
      assert.notInclude(own, 'Countersign')
    }
    assert.include(login.answer.text, 'A lot is going on right now')
    assert.include(signer.answer.text, 'Hier ist gerade viel los')
    await unlock()
    await Promise.all(reads)
    assert.equal((await page('/login')).answer.status, 200)
  })

  test('a flood of hosts that nobody knows is turned away, too, and known ones go on', async ({
    assert,
    cleanup,
  }) => {
    const unlock = await lock('platform.tenants')
    cleanup(unlock)
    const unknown = Array.from({ length: 20 }, (_, number) =>
      page('/login', `nobody${number}.${env.get('PLATFORM_DOMAIN')}`)
    )
    await until(async () => (await waitingFor(superuser, 'platform.tenants')) === 4)
    const { answer, ms } = await list(other.client)
    assert.equal(answer.status, 200)
    assert.isBelow(ms, AT_ONCE_MS)
    const settled: Timed[] = []
    for (const one of unknown) void one.then((told) => settled.push(told))
    await until(() => settled.length === 16)
    for (const told of settled) {
      assert.equal(told.answer.status, 503)
      assert.equal(told.answer.headers['retry-after'], '5')
    }
    await unlock()
    assert.lengthOf(
      (await Promise.all(unknown)).filter(({ answer: told }) => told.status === 404),
      4
    )
  })
})
