import { test } from '@japa/runner'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { MAX_ENDPOINTS } from '#app/webhooks/endpoints/endpoint_limit'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'

const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

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

  test('lead to an address of the web, as it stands', async ({ assert }) => {
    for (const url of [
      '',
      'nowhere',
      'ftp://example.com',
      `${receiver.url}/\0x`,
      'https://a\nb.test',
    ]) {
      const page = await add({ url })
      assert.equal(page.status, 422, JSON.stringify(url))
      assert.include(page.text, 'url-error')
    }
  })

  test('are kept as URIs, which answers of the API have to show', async ({ assert }) => {
    await add({ url: `${receiver.url}/a|b?c=[d]^`, name: 'Odd' })
    const [rows] = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      CurrentTenant.batch([{ text: `select url from webhook_endpoints where name = 'Odd'` }])
    )
    assert.deepEqual(rows, [{ url: `${receiver.url}/a%7Cb?c=%5Bd%5D%5E` }])
    const named = receiver.url.replace('//', '//user:word@')
    assert.equal((await add({ url: named })).status, 422)
  })

  test('are listed with the events that they subscribe to', async ({ assert }) => {
    await add({ 'events[]': ['document.declined', 'document.voided', 'document.expired'] })
    const list = (await olga.get('/settings/webhooks')).text
    assert.match(list, /data-name="Events">document\.declined and 2 more</)
  })

  test('are tried with a test event, whose attempts are listed and which can be sent again', async ({
    assert,
  }) => {
    const path = pathOf((await add()).text)
    receiver.answers(() => ({ status: 500 }))
    const told = await olga.post(`${path}/test`)
    assert.include((await olga.followed(told)).text, 'A test event is on its way.')
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
    assert.include((await olga.followed(await olga.post(replay))).text, 'Sending it again.')
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
    assert.include((await olga.followed(done)).text, 'The endpoint has been deleted.')
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
    assert.include(
      (await ines.get('/settings/webhooks')).text,
      'Your plan does not include webhooks'
    )
    assert.equal((await ines.post('/settings/webhooks', values)).status, 422)
    assert.equal((await ines.post('/test/settings/webhooks', values)).status, 200)
    const live = await CurrentTenant.run({ tenant: free.ref, environment: 'live' }, () =>
      CurrentTenant.batch([{ text: 'select id from webhook_endpoints' }])
    )
    assert.lengthOf(live[0], 0)
  })
})
