import { test } from '@japa/runner'
import { ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import type Tenant from '#app/tenants/tenant'

const ADVANCE = '/api/v1/test/clock/advance'
const DAY_S = 24 * 3_600

test.group('The clock of the sandbox | API', (group) => {
  let acme: Tenant
  let client: ApiClient

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(acme, 'test')
  })

  const ahead = async () => (await client.get('/api/v1/test/clock')).body.aheadSeconds

  test('is moved on by seconds and to a time, and expires a document', async ({ assert }) => {
    const file = Buffer.from(await makePdf()).toString('base64')
    const signers = [{ name: 'Ana Buyer', email: 'ana@example.test' }]
    const sent = { title: 'Lease', file, signers, expiresIn: '10d' }
    const { body: made } = await client.post('/api/v1/documents', sent)
    const moved = await client.post(ADVANCE, { seconds: 9 * DAY_S })
    assert.equal(moved.status, 200)
    assert.equal(moved.body.object, 'test_clock')
    assert.equal(moved.body.aheadSeconds, 9 * DAY_S)
    assert.equal(await doWork(acme, 'expire', { environment: 'test' }), 0)
    const to = new Date(Date.parse(String(moved.body.now)) + 2 * DAY_S * 1_000).toISOString()
    assert.equal((await client.post(ADVANCE, { to })).status, 200)
    assert.equal(await doWork(acme, 'expire', { environment: 'test' }), 1)
    const { body } = await client.get(`/api/v1/documents/${String(made.id)}`)
    assert.equal(body.status, 'expired')
    assert.isAtLeast(Date.parse(String(body.expiredAt)), Date.parse(String(body.expiresAt)))
  })

  test('moves once for one Idempotency-Key, however often it is said', async ({ assert }) => {
    const say = () => client.post(ADVANCE, { seconds: DAY_S }, { 'idempotency-key': 'once' })
    await say()
    assert.equal((await say()).headers['idempotent-replayed'], 'true')
    assert.equal(await ahead(), DAY_S)
  })

  test('adds up what is said at once', async ({ assert }) => {
    const says = await Promise.all(
      Array.from({ length: 5 }, () => client.post(ADVANCE, { seconds: DAY_S }))
    )
    assert.deepEqual(
      says.map(({ status }) => status),
      [200, 200, 200, 200, 200]
    )
    assert.equal(await ahead(), 5 * DAY_S)
  })

  test('is not to be had with a live key', async ({ assert }) => {
    const live = await ApiClient.of(acme, 'live')
    for (const { status, body } of [
      await live.get('/api/v1/test/clock'),
      await live.post(ADVANCE, { seconds: 1 }),
    ]) {
      assert.equal(status, 403)
      assert.equal(body.error!.code, 'test_key_required')
    }
  })

  test('stays where it is when it is asked wrongly: {$self}')
    .with([
      '{}',
      '{"seconds":0}',
      '{"seconds":-5}',
      '{"seconds":1.5}',
      '{"seconds":99999999999}',
      '{"to":"2001-01-01"}',
      '{"to":"9999-01-01"}',
      '{"seconds":1,"to":"2030-01-01"}',
    ])
    .run(async ({ assert }, text) => {
      const { status, body } = await client.post(ADVANCE, JSON.parse(text))
      assert.equal(status, 422)
      assert.equal(body.error!.code, 'validation_failed')
      assert.equal(await ahead(), 0)
    })
})
