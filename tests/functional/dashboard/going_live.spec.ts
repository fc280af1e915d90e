import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import ApiKey from '#app/identity/keys/api_key'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Domain from '#app/tenants/domains/domain'
import type Tenant from '#app/tenants/tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { MAX_ENDPOINTS } from '#app/webhooks/endpoints/endpoint_limit'
import { EndpointSecret } from '#app/webhooks/endpoints/endpoint_secret'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { roundTripsOf } from '#tests/support/round_trips'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'
import { sign } from '#tests/support/signing_hand'

const PAGE = '/settings/going-live'
const COPY = `${PAGE}/webhooks`

const within = <T>(tenant: Tenant, environment: Environment, work: () => Promise<T>) =>
  CurrentTenant.run({ tenant: tenant.ref, environment }, work)

/** The state of each step, as its page shows it. */
function states(html: string): Record<string, string> {
  const found = html.matchAll(/<li id="(\w+)" data-state="(\w+)">/g)
  return Object.fromEntries([...found].map(([, key, state]) => [key, state]))
}

test.group('Dashboard | going live', (group) => {
  let receiver: Receiver

  group.setup(async () => {
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  test('shows what is missing to an account of today', async ({ assert }) => {
    const acme = await makeTenant({ plan: 'free', isTrusted: false, hasPassword: true })
    const { text } = await (await Visitor.as(acme)).get(PAGE)
    assert.deepEqual(states(text), {
      test: 'missing',
      plan: 'missing',
      owner: 'missing',
      key: 'missing',
      webhook: 'missing',
      brand: 'done',
      domain: 'done',
      sender: 'done',
    })
    assert.include(text, '5 steps left')
    assert.notInclude(text, 'href="/settings/keys/new?environment=live"')
    assert.include(text, 'Not in your plan')
  })

  test('follows the facts, forth and back', async ({ assert, cleanup }) => {
    const acme = await makeTenant({ plan: 'enterprise', withSandbox: true, hasPassword: true })
    const olga = await Visitor.as(acme)
    const shown = async () => states((await olga.get(PAGE)).text)
    const open = { brand: 'open', domain: 'open', sender: 'open' }
    const missing = { test: 'missing', key: 'missing', webhook: 'missing' }
    assert.deepEqual(await shown(), { plan: 'done', owner: 'done', ...missing, ...open })

    const { id } = await within(acme, 'test', () => makeDocument({ signers: [ANA] }))
    await sign(acme, id, ANA.email, 'test')
    assert.equal((await shown()).test, 'missing')
    await doWork(acme, 'seal', { environment: 'test' })
    assert.equal((await shown()).test, 'done')

    const createdBy = await ownerOf(acme)
    const issue = (environment: Environment) =>
      within(acme, 'live', () => ApiKey.issue({ environment, name: 'A', createdBy }))
    await issue('test')
    assert.equal((await shown()).key, 'missing')
    const { key } = await issue('live')
    assert.equal((await shown()).key, 'done')
    const by = { type: 'user', id: createdBy.id, name: createdBy.name } as const
    await within(acme, 'live', () => key.revoke(by))
    assert.equal((await shown()).key, 'missing')

    const { endpoint } = await within(acme, 'live', () => Endpoint.register({ url: receiver.url }))
    const deliver = async (status: number) => {
      receiver.answers(() => ({ status }))
      await within(acme, 'live', () => endpoint.test())
      await doWork(acme, 'webhooks.deliver')
    }
    await deliver(500)
    assert.equal((await shown()).webhook, 'missing')
    await deliver(204)
    assert.equal((await shown()).webhook, 'done')
    await within(acme, 'live', () => endpoint.disable('gone'))
    assert.equal((await shown()).webhook, 'missing')

    await within(acme, 'live', () =>
      CurrentTenant.batch([{ text: `update brand set color = '#123456'` }])
    )
    assert.equal((await shown()).brand, 'done')

    const domain = await Domain.create({
      id: newId('dom'),
      tenantId: acme.id,
      kind: 'host',
      host: `sign.${acme.slug}.example`,
      purposes: ['signing'],
      primaryFor: [],
      status: 'pending',
      challenge: 'none',
    })
    cleanup(() => domain.delete())
    const page = await olga.get(PAGE)
    assert.equal(states(page.text).domain, 'missing')
    assert.include(page.text, `/settings/domains/${domain.id}`)

    await within(acme, 'live', () =>
      CurrentTenant.batch([
        {
          text: `update sender set way = 'domain', domain = 'acme.example', domain_status = 'failing'`,
        },
      ])
    )
    assert.equal((await shown()).sender, 'missing')
  })

  test('costs three round trips however much there is', async ({ assert }) => {
    const acme = await makeTenant({ withSandbox: true, hasPassword: true })
    const olga = await Visitor.as(acme)
    const roundTrips = () => roundTripsOf(() => olga.get(PAGE))
    await roundTrips()
    const few = await roundTrips()
    assert.isAtMost(few, 3)
    for (const environment of ['live', 'test'] as const)
      for (let count = 0; count < 5; count++)
        await within(acme, environment, () =>
          Endpoint.register({ url: `${receiver.url}/${environment}/${count}` })
        )
    assert.equal(await roundTrips(), few)
  })

  test('is for those who look after keys', async ({ assert }) => {
    const acme = await makeTenant({ withSandbox: true, hasPassword: true })
    const { endpoint } = await within(acme, 'test', () => Endpoint.register({ url: receiver.url }))
    for (const role of ['admin', 'developer'] as const)
      assert.equal((await (await Visitor.as(acme, role)).get(PAGE)).status, 200)
    for (const role of ['member', 'viewer'] as const) {
      const visitor = await Visitor.as(acme, role)
      assert.equal((await visitor.get(PAGE)).status, 403)
      assert.equal((await visitor.post(COPY, { 'webhooks[]': endpoint.id })).status, 403)
    }
    assert.lengthOf(await within(acme, 'live', () => Endpoint.all()), 0)
  })
})

test.group('Dashboard | webhooks copied to live', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.each.setup(async () => {
    acme = await makeTenant({ withSandbox: true, hasPassword: true })
    olga = await Visitor.as(acme)
  })

  const URL = 'http://127.0.0.1:9/'
  const register = (name: string, environment: Environment = 'test', path = name) =>
    within(acme, environment, () =>
      Endpoint.register({ url: `${URL}${path}`, name, events: ['document.completed'] })
    )
  const live = () => within(acme, 'live', () => Endpoint.newestFirst())
  const copy = (ids: string[], values: Record<string, string> = {}) =>
    olga.post(COPY, { 'webhooks[]': ids, ...values })
  const secretsIn = (html: string) => html.match(/whsec_[A-Za-z0-9+/]{43}=/g) ?? []

  test('have the same address, name and events, and secrets of their own', async ({ assert }) => {
    const one = await register('orders')
    const two = await register('archive')
    await register('left')
    const answer = await copy([one.endpoint.id, two.endpoint.id], { status: 'enabled' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['cache-control'], 'no-store')
    const made = await live()
    assert.sameDeepMembers(
      made.map(({ url, name, events, status }) => ({ url, name, events, status })),
      ['orders', 'archive'].map((name) => ({
        url: URL + name,
        name,
        events: ['document.completed'],
        status: 'enabled',
      }))
    )
    const shown = secretsIn(answer.text)
    const kept = await within(acme, 'live', () =>
      Promise.all(
        made.map(async ({ id, secret }) => (await EndpointSecret.open(id, secret)).release())
      )
    )
    assert.sameMembers(shown, kept)
    assert.notIncludeMembers(shown, [one.secret.release(), two.secret.release()])
    const trail = await within(acme, 'live', () => SecurityTrail.read())
    assert.sameMembers(
      trail.map(({ body }) => body.details.webhookId),
      made.map(({ id }) => id)
    )
    assert.equal(trail[0].action, 'webhook.copied_to_live')
    const page = await olga.get(PAGE)
    assert.equal(page.text.match(/Live already has this URL/g)?.length, 2)
    assert.lengthOf(secretsIn(page.text), 0)
  })

  test('are paused unless somebody chooses otherwise', async ({ assert }) => {
    const { endpoint } = await register('orders')
    await copy([endpoint.id])
    assert.deepEqual(
      (await live()).map(({ status }) => status),
      ['paused']
    )
  })

  test('are made once, however often and at once somebody presses', async ({ assert }) => {
    const ids = [(await register('orders')).endpoint.id, (await register('archive')).endpoint.id]
    const answers = await Promise.all([copy(ids), copy(ids), copy(ids)])
    assert.lengthOf(await live(), 2)
    assert.lengthOf(
      answers.flatMap(({ text }) => secretsIn(text)),
      2
    )
    const again = await copy(ids)
    assert.include(
      (await olga.followed(again)).text,
      'Live already has them, so nothing was copied.'
    )
    assert.lengthOf(await live(), 2)
  })

  test('show the same secrets twice for a double click', async ({ assert }) => {
    const ids = [(await register('orders')).endpoint.id]
    const page = (await olga.get('/settings/going-live')).text
    const form = page.slice(page.indexOf(`action="${COPY}"`))
    const once = /name="once" value="([^"]+)"/.exec(form)![1]
    const [first, second] = await Promise.all([1, 2].map(() => copy(ids, { once })))
    assert.lengthOf(secretsIn(first.text), 1)
    assert.deepEqual(secretsIn(second.text), secretsIn(first.text))
    assert.lengthOf(await live(), 1)
  })

  test('leave an address alone that live has, and do not come twice from one', async ({
    assert,
  }) => {
    await register('orders', 'live')
    const ids = []
    for (const [name, path] of [
      ['orders', 'orders'],
      ['archive', 'archive'],
      ['archive again', 'archive'],
    ])
      ids.push((await register(name, 'test', path)).endpoint.id)
    const { text } = await copy(ids)
    assert.lengthOf(secretsIn(text), 1)
    assert.include(text, `${URL}orders, ${URL}archive`)
    assert.lengthOf(await live(), 2)
  })

  test('are made all or none: more than there can be are refused', async ({ assert }) => {
    for (let count = 1; count < MAX_ENDPOINTS; count++) await register(`live ${count}`, 'live')
    const ids = [(await register('one')).endpoint.id, (await register('two')).endpoint.id]
    const refused = await copy(ids, { status: 'enabled' })
    assert.equal(refused.status, 422)
    assert.include(refused.text, `This environment has ${MAX_ENDPOINTS} webhook endpoints`)
    assert.match(refused.text, /value="enabled" checked/)
    assert.lengthOf(await live(), MAX_ENDPOINTS - 1)
    assert.equal((await copy([ids[0]])).status, 200)
    assert.lengthOf(await live(), MAX_ENDPOINTS)
  })

  test('are not made from nothing, from live, from others, or on a plan without', async ({
    assert,
  }) => {
    const own = await register('own', 'live')
    const globex = await makeTenant({ withSandbox: true, hasPassword: true })
    const theirs = await within(globex, 'test', () => Endpoint.register({ url: `${URL}theirs` }))
    assert.equal((await copy([])).status, 422)
    assert.equal((await copy(['wh_0', '%00', "' or 1=1 --"])).status, 422)
    for (const { endpoint } of [own, theirs]) assert.equal((await copy([endpoint.id])).status, 303)
    assert.lengthOf(await live(), 1)

    const free = await makeTenant({ plan: 'free', withSandbox: true, hasPassword: true })
    const { endpoint } = await within(free, 'test', () => Endpoint.register({ url: URL }))
    const fred = await Visitor.as(free)
    assert.equal((await fred.post(COPY, { 'webhooks[]': endpoint.id })).status, 422)
    assert.lengthOf(await within(free, 'live', () => Endpoint.all()), 0)
    const bare = await Visitor.as(await makeTenant({ hasPassword: true }))
    assert.equal((await bare.post(COPY, { 'webhooks[]': endpoint.id })).status, 422)
  })
})
