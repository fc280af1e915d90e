import { test } from '@japa/runner'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { MAX_ENDPOINTS } from '#app/webhooks/endpoint'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'

const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test.group('Dashboard | API keys', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
  })

  const make = async (environment: string, name = 'Order system', base = '') => {
    const page = await olga.post(`${base}/settings/keys`, { environment, name })
    const [secret] = /svc_(?:live|test)_[0-9A-Za-z]{44}/.exec(page.text) ?? []
    return { page, secret: secret ?? '' }
  }
  const status = async (secret: string) => {
    const headers = { host: hostOfTenant(acme), authorization: `Bearer ${secret}` }
    return (await ask({ path: '/api/v1/webhooks', headers })).status
  }

  for (const base of ['', '/test'])
    test(`are made for either environment under ${base || '/'}, shown once, and work`, async ({
      assert,
    }) => {
      for (const environment of ['live', 'test']) {
        const { page, secret } = await make(environment, `Key ${environment}`, base)
        assert.equal(page.status, 200)
        assert.match(secret, new RegExp(`^svc_${environment}_`))
        assert.include(page.text, 'Copy it now')
        assert.equal(page.headers['cache-control'], 'no-store')
        assert.equal(await status(secret), 200)
        const list = await olga.get(`${base}/settings/keys`)
        assert.notInclude(list.text, secret)
        assert.include(list.text, `…${secret.slice(-4)}`)
        assert.include(list.text, `Key ${environment}`)
      }
    })

  test('stop working the moment they are revoked', async ({ assert }) => {
    const { secret } = await make('live', 'Leaked')
    const list = await olga.get('/settings/keys')
    const [, path] = /Leaked[\s\S]*?href="([^"]+\/revoke)"/.exec(list.text) ?? []
    assert.include((await olga.get(path)).text, 'Revoke “Leaked”?')
    const done = await olga.post(path)
    assert.include((await olga.followed(done)).text, 'The key is revoked.')
    assert.notInclude((await olga.get('/settings/keys')).text, 'Leaked')
    assert.equal(await status(secret), 401)
    assert.equal((await olga.post(path)).status, 404)
  })

  test('want a name of one line', async ({ assert }) => {
    for (const name of ['', ' ', 'A\nB', 'x'.repeat(101)]) {
      const { page } = await make('test', name)
      assert.equal(page.status, 422)
      assert.include(page.text, 'name-error')
    }
  })

  test('are of the sandbox alone on a plan without the live API', async ({ assert }) => {
    const ines = await Visitor.as(await makeTenant({ plan: 'free' }))
    const list = await ines.get('/settings/keys')
    assert.include(words(list.text), 'has the API in the sandbox only')
    assert.notInclude(list.text, 'New live key')
    const forced = await ines.post('/settings/keys', { environment: 'live', name: 'Sneaky' })
    assert.equal(forced.status, 422)
    assert.notMatch(forced.text, /svc_live_\w{20}/)
    const laptop = await ines.post('/settings/keys', { environment: 'test', name: 'Laptop' })
    assert.match(laptop.text, /svc_test_[0-9A-Za-z]{44}/)
  })

  test('are test keys when the environment makes no sense', async ({ assert }) => {
    assert.match((await make('LIVE')).secret, /^svc_test_/)
    assert.match((await make('')).secret, /^svc_test_/)
  })
})

test.group('Dashboard | webhooks', (group) => {
  let acme: Tenant
  let olga: Visitor
  let receiver: Receiver

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  const add = (more: Record<string, string | string[]> = {}) =>
    olga.post('/settings/webhooks', { 'url': receiver.url, 'events[]': '*', ...more })
  const pathOf = (html: string) =>
    /action="(\/settings\/webhooks\/wh_[^"/]+)\/test"/.exec(html)?.[1] ?? 'none'
  const deliver = async () => {
    await doWork(acme, 'webhooks.fan_out')
    await doWork(acme, 'webhooks.deliver')
  }

  test('show their secret once', async ({ assert }) => {
    const page = await add({ name: 'Order system' })
    assert.equal(page.status, 200)
    const [secret] = /whsec_[A-Za-z0-9+/]{43}=/.exec(page.text) ?? ['none']
    assert.include(page.text, secret)
    const again = await olga.get(pathOf(page.text))
    assert.equal(again.status, 200)
    assert.include(again.text, 'Order system')
    assert.notInclude(again.text, 'whsec_')
    assert.include((await olga.get('/settings/webhooks')).text, receiver.url)
  })

  test('are tried with a test event, whose attempts are listed and which can be sent again', async ({
    assert,
  }) => {
    const path = pathOf((await add()).text)
    receiver.answers(() => ({ status: 500 }))
    const told = await olga.post(`${path}/test`)
    assert.include((await olga.followed(told)).text, 'A test is on its way.')
    await deliver()
    const failed = await olga.get(path)
    assert.include(failed.text, 'Failed, will retry')
    assert.match(words(failed.text), /webhook\.test .* 500/)

    receiver.answers(() => ({ status: 200 }))
    await doWork(acme, 'webhooks.deliver', { early: true })
    const page = await olga.get(path)
    assert.include(page.text, 'Delivered')
    const [, delivery] = /href="([^"]+\/deliveries\/[^"]+)"/.exec(page.text) ?? []
    const [, replay] = /action="([^"]+\/replay)"/.exec((await olga.get(delivery)).text) ?? []
    assert.include((await olga.followed(await olga.post(replay))).text, 'It is sent once more.')
    await deliver()
    assert.lengthOf([...(await olga.get(path)).text.matchAll(/Delivered<\/span>/g)], 2)
    assert.equal((await olga.post(`${path}/deliveries/del_unknown/replay`)).status, 404)
  })

  test('are enabled again after an answer of 410', async ({ assert }) => {
    const path = pathOf((await add()).text)
    receiver.answers(() => ({ status: 410 }))
    await olga.post(`${path}/test`)
    await deliver()
    const page = await olga.get(path)
    assert.include(page.text, 'Disabled')
    assert.include(page.text, 'Your server answered 410')
    assert.include(
      (await olga.followed(await olga.post(`${path}/enable`))).text,
      'The endpoint is enabled.'
    )
    assert.include((await olga.get(path)).text, 'Enabled')
  })

  test('are deleted with their log', async ({ assert }) => {
    const path = pathOf((await add()).text)
    assert.include((await olga.get(`${path}/delete`)).text, receiver.url)
    const done = await olga.post(`${path}/delete`)
    assert.include((await olga.followed(done)).text, 'The endpoint is deleted.')
    assert.equal((await olga.get(path)).status, 404)
  })

  const WRONG: [string, Record<string, string>, string][] = [
    ['no address', { url: '' }, 'url-error'],
    ['an address of another kind', { url: 'ftp://example.test/' }, 'url-error'],
    ['a script', { url: 'javascript:alert(1)' }, 'url-error'],
    ['a password in the address', { url: 'https://user:secret@example.test/' }, 'url-error'],
    ['no event', { 'events[]': '' }, 'Choose at least one event.'],
    [
      'an event that there is not',
      { 'events[]': 'document.invented' },
      'No event is called document.invented',
    ],
    ['a name of two lines', { name: 'A\nB' }, 'name-error'],
  ]

  test('refuse {0}')
    .with(WRONG)
    .run(async ({ assert }, [, values, said]) => {
      const { status, text } = await add(values)
      assert.equal(status, 422)
      assert.include(text, said)
    })

  test(`are ${MAX_ENDPOINTS} at most`, async ({ assert }) => {
    const other = await Visitor.as(await makeTenant())
    const values = { 'url': receiver.url, 'events[]': '*' }
    for (let count = 0; count < MAX_ENDPOINTS; count++)
      assert.equal((await other.post('/settings/webhooks', values)).status, 200)
    const refused = await other.post('/settings/webhooks', values)
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'delete one first')
  })

  test('are of the sandbox alone on a plan without them', async ({ assert }) => {
    const free = await makeTenant({ plan: 'free', withSandbox: true })
    const ines = await Visitor.as(free)
    const values = { 'url': receiver.url, 'events[]': '*' }
    assert.include((await ines.get('/settings/webhooks')).text, 'Not in your plan')
    assert.equal((await ines.post('/settings/webhooks', values)).status, 422)
    assert.equal((await ines.post('/test/settings/webhooks', values)).status, 200)
    const live = await CurrentTenant.run({ tenant: free.ref, environment: 'live' }, () =>
      CurrentTenant.batch([{ text: 'select id from webhook_endpoints' }])
    )
    assert.lengthOf(live[0], 0)
  })
})
