import { test } from '@japa/runner'
import type { Environment } from '#app/foundation/environment'
import type { Role } from '#app/identity/access/role'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { roleName } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { SecurityTrail } from '#app/audit/security_trail'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { MAX_ENDPOINTS } from '#app/webhooks/endpoints/endpoint_limit'
import Integration, { INTEGRATION_SCOPES } from '#app/webhooks/integration'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeEvent } from '#tests/factories/event_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { outboxRows } from '#tests/support/outbox_view'
import { Receiver } from '#tests/support/receiver'

const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const HOME = '/settings/integrations'

test.group('Dashboard | integrations', (group) => {
  let acme: Tenant
  let olga: Visitor
  let receiver: Receiver

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  const inScope = <T>(environment: Environment, work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment }, work)
  const connect = async (base = '', values: Record<string, string> = {}, visitor = olga) => {
    const wanted = { name: 'Transactions', url: receiver.url, ...values }
    const page = await visitor.post(`${base}${HOME}`, wanted)
    const [key = ''] = /svc_(?:live|test)_[0-9A-Za-z]{44}/.exec(page.text) ?? []
    const [secret = ''] = /whsec_[A-Za-z0-9+/]{43}=/.exec(page.text) ?? []
    return { page, key, secret }
  }
  const cutPath = async (base = '', visitor = olga) =>
    /href="([^"]+\/cut)"/.exec((await visitor.get(`${base}${HOME}`)).text)?.[1] ?? 'none'
  const call = (key: string, path: string) =>
    ask({ path, headers: { host: hostOfTenant(acme), authorization: `Bearer ${key}` } })
  const endpoints = (environment: Environment) => inScope(environment, () => Endpoint.newestFirst())
  const integrations = () => inLive(acme, () => Integration.all())
  const deliver = async (environment: Environment) => {
    await doWork(acme, 'webhooks.deliver', { environment })
  }

  for (const [environment, base] of [
    ['live', ''],
    ['test', '/test'],
  ] as const) {
    test(`in ${environment} get a key and a webhook in one step, shown once`, async ({
      assert,
    }) => {
      const { page, key, secret } = await connect(base)
      assert.equal(page.status, 200)
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.match(key, new RegExp(`^svc_${environment}_`))
      for (const line of [`SIGNATURES_KEY=${key}`, `SIGNATURES_WEBHOOK_SECRET=${secret}`])
        assert.include(page.text, line)

      assert.deepEqual((await call(key, '/api/v1/keys/current')).body.scopes, [
        ...INTEGRATION_SCOPES,
      ])
      assert.equal((await call(key, '/api/v1/events')).status, 200)
      assert.equal((await call(key, '/api/v1/usage')).status, 403)
      const [endpoint] = await endpoints(environment)
      assert.deepEqual([endpoint.url, endpoint.events], [receiver.url, ['document.*']])

      const list = await olga.get(`${base}${HOME}`)
      assert.include(words(list.text), 'Waiting for the first event')
      assert.notInclude(list.text, key)
      assert.notInclude(list.text, secret)
      const other = await olga.get(`${base === '' ? '/test' : ''}${HOME}`)
      assert.include(other.text, 'No integrations yet')
      assert.notInclude(other.text, receiver.url)
    })

    test(`in ${environment} are cut: the key is refused at once, the webhook is gone`, async ({
      assert,
    }) => {
      const { key } = await connect(base)
      const path = await cutPath(base)
      assert.include((await olga.get(path)).text, 'Disconnect “Transactions”?')
      const done = await olga.post(path)
      assert.equal((await call(key, '/api/v1/events')).body.error?.code, 'revoked_key')
      assert.include((await olga.followed(done)).text, 'The integration has been disconnected.')
      assert.lengthOf(await endpoints(environment), 0)
      assert.lengthOf(await integrations(), 0)
      assert.equal((await olga.post(path)).status, 404)
      const trail = await inLive(acme, () => SecurityTrail.read())
      assert.deepEqual(
        trail.map(({ action }) => action),
        [
          ...['integration.cut', 'key.revoked'],
          ...['integration.connected', 'key.created', 'webhook.created'],
        ]
      )
      const page = words((await olga.get('/settings/security')).text)
      assert.include(page, 'Connected an integration')
      assert.include(page, 'Disconnected an integration')
    })
  }

  test('that are cut leave none of their keys working, however often one was replaced', async ({
    assert,
  }) => {
    const { key } = await connect()
    const keys = [key]
    const path = await cutPath()
    for (const overlap of ['7d', '24h']) {
      const [{ keyId }] = await integrations()
      const page = await olga.post(`/settings/keys/${String(keyId)}/rotate`, { overlap })
      keys.push(/svc_live_[0-9A-Za-z]{44}/.exec(page.text)?.[0] ?? '')
    }
    for (const one of keys) assert.equal((await call(one, '/api/v1/events')).status, 200)
    await olga.post(path)
    for (const one of keys)
      assert.equal((await call(one, '/api/v1/events')).body.error?.code, 'revoked_key')
  })

  test('show how they are doing', async ({ assert }) => {
    const { key } = await connect('/test')
    const [endpoint] = await endpoints('test')
    const health = async () => words((await olga.get(`/test${HOME}`)).text)
    assert.match(await health(), /Key last used Never/)
    await call(key, '/api/v1/events')
    assert.notMatch(await health(), /Key last used Never/)

    receiver.answers(() => ({ status: 500 }))
    await inScope('test', () => endpoint.test())
    await deliver('test')
    assert.match(await health(), /Failing .* Failures 1 of the last/)

    receiver.answers(() => ({ status: 200 }))
    await inScope('test', () => endpoint.test())
    await deliver('test')
    assert.match(await health(), /Healthy .* Failures 1 of the last/)

    await inScope('test', () => endpoint.disable('gone'))
    assert.include(await health(), 'Its webhook is disabled.')
    await inScope('test', () => endpoint.delete())
    assert.include(await health(), 'Its webhook was deleted.')
    const done = await olga.post(await cutPath('/test'))
    assert.include((await olga.followed(done)).text, 'The integration has been disconnected.')
    assert.equal((await call(key, '/api/v1/events')).status, 401)
  })

  test('leave nothing behind when they are refused', async ({ assert }) => {
    for (const values of [
      { name: '' },
      { name: 'A\nB' },
      { url: 'ftp://example.com' },
      { url: 'nowhere' },
      { url: 'https://example.com/\0x' },
      { url: 'https://example.com/a\nb' },
      { url: 'https://user:word@example.com/' },
    ] as Record<string, string>[]) {
      const { page, key } = await connect('', values)
      assert.equal(page.status, 422, JSON.stringify(values))
      assert.equal(key, '')
      if (values.url) assert.include(page.text, 'url-error')
    }
    for (let count = 0; count < MAX_ENDPOINTS; count++)
      await inLive(acme, () => Endpoint.register({ url: receiver.url }))
    const { page } = await connect()
    assert.equal(page.status, 422)
    assert.include(page.text, 'value="Transactions"')
    assert.lengthOf(await integrations(), 0)
    assert.lengthOf(await endpoints('live'), MAX_ENDPOINTS)
    assert.lengthOf(await inLive(acme, () => SecurityTrail.read()), 0)
  })

  test('that were begun and never completed are listed, and can be cut', async ({ assert }) => {
    const row = { environment: 'test', name: 'Half', keyId: null, createdBy: olga.user?.id ?? '' }
    await connect('/test')
    const [whole] = await integrations()
    // what a process leaves that dies before the webhook is there
    await inLive(acme, () =>
      Integration.create({
        ...row,
        environment: 'test',
        id: whole.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        endpointId: whole.endpointId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        createdAt: new Date(whole.createdAt.getTime() + 1),
      })
    )
    assert.include(words((await olga.get(`/test${HOME}`)).text), 'It has no valid key.')
    const done = await olga.post(await cutPath('/test'))
    assert.include((await olga.followed(done)).text, 'The integration has been disconnected.')
    assert.deepEqual(
      (await integrations()).map(({ id }) => id),
      [whole.id]
    )
    assert.lengthOf(await endpoints('test'), 1)
  })

  test('withdraw what waits for their webhook when they are cut', async ({ assert }) => {
    await connect()
    await inLive(acme, () => makeEvent())
    const waiting = async () =>
      (await outboxRows()).filter(
        ({ kind, scope }) => kind === 'webhooks.deliver' && scope === roleName(acme.id, 'live')
      )
    assert.lengthOf(await waiting(), 1)
    await olga.post(await cutPath())
    assert.lengthOf(await waiting(), 0)
  })

  test('are cut once by two who do so in the same moment', async ({ assert }) => {
    await connect()
    const path = await cutPath()
    const answers = await Promise.all([olga.post(path), olga.post(path), olga.post(path)])
    for (const { status } of answers) assert.include([303, 404], status)
    assert.lengthOf(await integrations(), 0)
    const trail = await inLive(acme, () => SecurityTrail.read())
    for (const action of ['integration.cut', 'key.revoked'])
      assert.lengthOf(
        trail.filter((entry) => entry.action === action),
        1
      )
  })

  const REACHES: Record<Role, [isSeen: boolean, isMade: boolean]> = {
    owner: [true, true],
    admin: [true, true],
    developer: [true, false],
    member: [false, false],
    viewer: [false, false],
  }
  for (const [role, [isAllowed, isMade]] of Object.entries(REACHES) as [Role, boolean[]][])
    test(`are ${isAllowed ? '' : 'not '}open to a ${role}, ${isMade ? 'who connects some' : 'who connects none in live'}`, async ({
      assert,
    }) => {
      const visitor = await Visitor.as(acme, role)
      const status = isAllowed ? 200 : 403
      assert.equal((await visitor.get(HOME)).status, status)
      assert.equal((await visitor.get(`${HOME}/new`)).status, isMade ? 200 : 403)
      assert.equal((await connect('', {}, visitor)).page.status, isMade ? 200 : 403)
      if (!isMade) await connect()
      const path = await cutPath()
      assert.equal((await visitor.get(path)).status, status)
      assert.equal((await visitor.post(path)).status, isAllowed ? 303 : 403)
      assert.lengthOf(await integrations(), isAllowed ? 0 : 1)
      const rail = await visitor.get('/documents')
      assert.equal(rail.text.includes(`href="${HOME}"`), isAllowed)
    })

  test('of another tenant, or of the other environment, are nowhere', async ({ assert }) => {
    const { key } = await connect()
    const path = await cutPath()
    const gustav = await Visitor.as(await makeTenant({ name: 'Globex', withSandbox: true }))
    for (const [visitor, to] of [
      [gustav, path],
      [olga, `/test${path}`],
      [olga, `${HOME}/int_01hzzzzzzzzzzzzzzzzzzzzzzz/cut`],
      [olga, `${HOME}/nonsense/cut`],
    ] as const) {
      assert.equal((await visitor.get(to)).status, 404)
      assert.equal((await visitor.post(to)).status, 404)
    }
    assert.include((await gustav.get(HOME)).text, 'No integrations yet')
    assert.equal((await call(key, '/api/v1/events')).status, 200)
    assert.lengthOf(await endpoints('live'), 1)
  })

  test('are of the sandbox alone on a plan without the live API', async ({ assert }) => {
    acme = await makeTenant({ plan: 'free', withSandbox: true })
    olga = await Visitor.as(acme)
    const { text } = await olga.get(HOME)
    assert.include(text, 'has integrations in the sandbox only')
    const main = text.split('<main')[1]
    assert.include(main, 'href="/test/settings/integrations"')
    assert.include(main, 'See plans')
    assert.equal((await connect()).page.status, 422)
    assert.lengthOf(await integrations(), 0)
    assert.match((await connect('/test')).key, /^svc_test_/)
  })
})
