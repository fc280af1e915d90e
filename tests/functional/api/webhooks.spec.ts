import { test } from '@japa/runner'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'

const URL = 'http://127.0.0.1:8000/hook'

test.group('API | webhooks', (group) => {
  let live: ApiClient
  let sandbox: ApiClient

  group.each.setup(async () => {
    const tenant = await makeTenant({ withSandbox: true })
    live = await ApiClient.of(tenant, 'live')
    sandbox = await ApiClient.of(tenant, 'test')
  })

  const ids = (body: Record<string, unknown>) => (body.data as { id: string }[]).map(({ id }) => id)

  for (const path of ['/api/webhooks', '/api/v1/webhooks']) {
    test(`makes an endpoint and shows its secret once, at ${path}`, async ({ assert }) => {
      const made = await live.post(path, { url: URL, events: ['document.*'], name: 'CRM' })
      assert.equal(made.status, 201, made.text)
      assert.equal(made.headers.location, `/api/v1/webhooks/${made.body.id}`)
      assert.match(String(made.body.id), /^wh_/)
      assert.match(String(made.body.secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.containSubset(made.body, {
        object: 'webhook',
        livemode: true,
        url: URL,
        name: 'CRM',
        events: ['document.*'],
        status: 'enabled',
      })
      const shown = await live.get(`${path}/${made.body.id}`)
      assert.equal(shown.status, 200)
      assert.notInclude(shown.text, 'whsec_')
    })
  }

  test('listens to everything unless told otherwise', async ({ assert }) => {
    const made = await live.post('/api/v1/webhooks', { url: URL })
    assert.deepEqual(made.body.events, ['*'])
    assert.isNull(made.body.name)
  })

  test('lists newest first, page by page', async ({ assert }) => {
    const made: string[] = []
    for (let count = 0; count < 5; count += 1) {
      made.unshift(String((await live.post('/api/v1/webhooks', { url: URL })).body.id))
    }
    const first = await live.get('/api/v1/webhooks?limit=2')
    assert.containSubset(first.body, { object: 'list', hasMore: true, livemode: true })
    const second = await live.get(`/api/v1/webhooks?limit=2&cursor=${first.body.nextCursor}`)
    const third = await live.get(`/api/v1/webhooks?limit=2&cursor=${second.body.nextCursor}`)
    assert.deepEqual(
      [first, second, third].flatMap(({ body }) => ids(body)),
      made
    )
    assert.containSubset(third.body, { hasMore: false, nextCursor: null })
  })

  test('deletes an endpoint, once', async ({ assert }) => {
    const { body } = await live.post('/api/v1/webhooks', { url: URL })
    const gone = await live.delete(`/api/v1/webhooks/${body.id}`)
    assert.equal(gone.status, 200)
    assert.containSubset(gone.body, { id: body.id, object: 'webhook', deleted: true })
    assert.equal((await live.delete(`/api/v1/webhooks/${body.id}`)).status, 404)
    assert.isEmpty(ids((await live.get('/api/v1/webhooks')).body))
  })

  test('keeps live and test endpoints apart', async ({ assert }) => {
    const { body } = await sandbox.post('/api/v1/webhooks', { url: URL })
    assert.isFalse(body.livemode)
    assert.isEmpty(ids((await live.get('/api/v1/webhooks')).body))
    assert.deepEqual(ids((await sandbox.get('/api/v1/webhooks')).body), [body.id as string])
  })

  test('refuses the twenty-first', async ({ assert }) => {
    for (let count = 0; count < 20; count += 1) await live.post('/api/v1/webhooks', { url: URL })
    const answer = await live.post('/api/v1/webhooks', { url: URL })
    assert.equal(answer.status, 422)
    assert.containSubset(answer.body.error, { code: 'too_many_webhooks', details: { limit: 20 } })
  })
})
