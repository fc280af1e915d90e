import { test } from '@japa/runner'
import { Cursor } from '#app/api/v1/answer/cursor'
import { SecurityTrail } from '#app/audit/security_trail'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { EVENT_TYPES } from '#app/webhooks/events/event_types'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { faultOfEvent } from '#tests/support/emitted_events'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'

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

  test('subscribes to everything by default', async ({ assert }) => {
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

  test('lists each once where ids are in another order than times', async ({ assert }) => {
    for (const day of [2, 3, 1]) {
      const { body } = await sandbox.post('/api/v1/webhooks', { url: URL })
      const text = 'update webhook_endpoints set created_at = $2 where id = $1'
      const values = [String(body.id), new Date(Date.UTC(2026, 0, day))]
      await CurrentTenant.run({ tenant: sandbox.tenant.ref, environment: 'test' }, () =>
        CurrentTenant.batch([{ text, values }])
      )
    }
    const whole = ids((await sandbox.get('/api/v1/webhooks')).body)
    const paged: string[] = []
    for (let cursor: unknown = ''; cursor !== null;) {
      const path = `/api/v1/webhooks?limit=1${cursor ? `&cursor=${String(cursor)}` : ''}`
      const { body } = await sandbox.get(path)
      paged.push(...ids(body))
      cursor = body.nextCursor
    }
    assert.lengthOf(whole, 3)
    assert.deepEqual(paged, whole)
  })

  test('goes on from cursors of 0.1.0, which were ids alone', async ({ assert }) => {
    const made: string[] = []
    for (let count = 0; count < 3; count += 1) {
      made.unshift(String((await live.post('/api/v1/webhooks', { url: URL })).body.id))
    }
    const after = async (id: string) => {
      const path = `/api/v1/webhooks?cursor=${Cursor.write('webhooks', id)}`
      const { status, body } = await live.get(path)
      return [status, status === 200 ? ids(body) : body.error?.code]
    }
    assert.deepEqual(await after(made[0]!), [200, made.slice(1)])
    await live.delete(`/api/v1/webhooks/${made[1]}`)
    assert.deepEqual(await after(made[1]!), [200, made.slice(2)])
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

  test('sends the example of each type to the webhook that asks, marked as a test', async ({
    assert,
    cleanup,
  }) => {
    const receiver = await Receiver.open()
    const other = await Receiver.open()
    cleanup(() => Promise.all([receiver.close(), other.close()]).then(() => {}))
    const asked = { url: receiver.url, events: ['document.voided'] }
    const { body: webhook } = await live.post('/api/v1/webhooks', asked)
    await live.post('/api/v1/webhooks', { url: other.url })
    const path = `/api/v1/webhooks/${webhook.id}/test`
    assert.equal((await live.post(path, {})).status, 200)
    for (const event of EVENT_TYPES) {
      const answer = await live.post(path, { event })
      assert.equal(answer.status, 200, answer.text)
    }
    const { tenant } = live
    await doWork(tenant, 'webhooks.deliver')
    assert.isEmpty(other.calls)
    const told = receiver.calls.map(({ headers, body }) => {
      assert.isNull(faultOfEvent(body))
      const { event, data } = JSON.parse(body)
      assert.equal(headers['x-service-event'], event)
      assert.containsSubset(data, { webhookId: webhook.id, isTest: true, environment: 'live' })
      return event
    })
    assert.sameMembers(told, ['webhook.test', ...EVENT_TYPES])
    const listed = await live.get('/api/v1/events')
    const names = (listed.body.data as { event: string }[]).map(({ event }) => event)
    assert.deepEqual(names, []) // tests of a webhook are no events of the account
    const sent = await doWork(tenant, 'mail.completed')
    assert.equal(sent, 0)
    const unknown = await live.post(path, { event: 'document.burnt' })
    assert.equal(unknown.status, 422)
  })

  test('sends no test to a webhook that is disabled, and says so', async ({ assert }) => {
    const { body: webhook } = await live.post('/api/v1/webhooks', { url: URL })
    await inLive(live.tenant, async () => {
      const endpoint = await Endpoint.findOrFail(webhook.id)
      await endpoint.disable('gone')
    })
    const answer = await live.post(`/api/v1/webhooks/${webhook.id}/test`, {})
    assert.equal(answer.status, 409)
    assert.equal(answer.body.error?.code, 'webhook_disabled')
  })

  test('writes down in the account’s trail who did what to it', async ({ assert }) => {
    const { body } = await live.post('/api/v1/webhooks', { url: `${URL}?token=secret` })
    const path = `/api/v1/webhooks/${body.id}`
    await live.ask({ method: 'PATCH', path, json: { name: 'CRM' } })
    await live.ask({ method: 'PATCH', path, json: { status: 'paused' } })
    await live.ask({ method: 'PATCH', path, json: { status: 'enabled' } })
    await live.post(`${path}/rotate-secret`, {})
    await live.post(`${path}/activate-secret`, {})
    await live.delete(path)
    const entries = await CurrentTenant.run(
      { tenant: live.tenant.ref, environment: 'live' },
      async () => (await SecurityTrail.read()).filter(({ action }) => action.startsWith('webhook.'))
    )
    assert.deepEqual(
      entries.map(({ action }) => action),
      [
        'webhook.deleted',
        'webhook.secret_activated',
        'webhook.secret_replaced',
        'webhook.enabled',
        'webhook.paused',
        'webhook.changed',
        'webhook.created',
      ]
    )
    for (const entry of entries) {
      assert.equal(entry.body.actor.type, 'user')
      assert.equal(entry.body.details.webhookId, body.id)
    }
    assert.notInclude(JSON.stringify(entries), 'token=secret')
    assert.notInclude(JSON.stringify(entries), 'whsec_')
  })
})
