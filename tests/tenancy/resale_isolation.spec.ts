import { test } from '@japa/runner'
import testUtils from '@adonisjs/core/services/test_utils'
import { SYSTEM } from '#app/audit/actor'
import { newId } from '#app/foundation/identifier'
import { Handover } from '#app/identity/handover/handover'
import type { Scope } from '#app/identity/access/scope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { Resale } from '#app/tenants/resale/resale'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import { Suspension } from '#app/tenants/suspension'
import Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { doPlatformWork, makeChild, makeReseller, newSlug } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'

const SCOPES: Scope[] = ['tenants:read', 'tenants:write', 'documents:read', 'usage:read']
const NOBODY = `ten_${'0'.repeat(26)}`

/** Every operation that names a tenant, under one style of path. */
const operations = (id: string, prefix = '/api/v1') =>
  [
    { method: 'GET', path: `${prefix}/tenants/${id}` },
    { method: 'GET', path: `${prefix}/tenants/${id}/usage` },
    { method: 'PATCH', path: `${prefix}/tenants/${id}`, json: { name: 'Taken' } },
    { method: 'POST', path: `${prefix}/tenants/${id}/suspend`, json: {} },
    { method: 'POST', path: `${prefix}/tenants/${id}/resume`, json: {} },
    {
      method: 'POST',
      path: `${prefix}/tenants/${id}/handover`,
      json: { name: 'Mallory', email: 'mallory@example.test' },
    },
    { method: 'POST', path: `${prefix}/tenants/${id}/release`, json: { confirm: 'child' } },
    { method: 'DELETE', path: `${prefix}/tenants/${id}` },
  ] as const

/** Every page and form of the console that names a tenant. */
const pages = (id: string) => [
  ['GET', `/tenants/${id}`],
  ...['edit', 'suspend', 'handover', 'release', 'delete'].map((one) => [
    'GET',
    `/tenants/${id}/${one}`,
  ]),
  ['POST', `/tenants/${id}`],
  ...['suspend', 'resume', 'handover', 'release', 'delete'].map((one) => [
    'POST',
    `/tenants/${id}/${one}`,
  ]),
]

/** What an answer says, but for the id of its request. */
const said = ({ status, text }: Answer) =>
  `${status} ${text.replaceAll(/req_[0-9a-z]{26}/g, 'req').replaceAll(/ten_[0-9a-z]{26}/g, 'ten')}`

const stateOf = async (...tenants: Tenant[]) =>
  JSON.stringify(await Promise.all(tenants.map(async (one) => (await one.refresh()).$attributes)))

test.group('Resellers | the tree', (group) => {
  let umbrella: Tenant
  let rival: Tenant
  let child: Tenant
  let sibling: Tenant
  let rivals: Tenant
  let selling: Tenant
  let grandchild: Tenant
  let deleted: Tenant
  let released: Tenant

  group.setup(() => testUtils.httpServer().start())
  group.setup(async () => {
    umbrella = await makeReseller('Umbrella')
    rival = await makeReseller('Rival')
    child = await makeChild(umbrella, { name: 'First child' })
    sibling = await makeChild(umbrella, { name: 'Second child' })
    rivals = await makeChild(rival, { name: 'Child of the rival' })
    // a plan that can resell is given below a reseller by the platform alone
    selling = await makeChild(umbrella, { name: 'Selling child' })
    await selling.merge({ planKey: 'enterprise' }).save()
    await EntitlementsProjection.apply(selling.id)
    grandchild = await makeChild(selling, { name: 'Grandchild' })
    deleted = await makeChild(umbrella, { name: 'Deleted' })
    await deleted.merge({ status: 'deleted' }).save()
    released = await makeChild(umbrella, { name: 'Released' })
    await new Resale(umbrella.ref, SYSTEM).release(released.id)
    await doPlatformWork()
  })

  const keyOf = (tenant: Tenant) => ApiClient.of(tenant, 'live', { scopes: SCOPES })

  test('answers a stranger’s id, its own, a released, a deleted and a made-up one alike, and changes nothing', async ({
    assert,
  }) => {
    const client = await keyOf(umbrella)
    const strangers = [rival, rivals, grandchild, released, deleted, umbrella]
    const before = await stateOf(...strangers)
    for (const prefix of ['/api/v1', '/api']) {
      const expected = await Promise.all(
        operations(NOBODY, prefix).map(async (one) => said(await client.ask(one)))
      )
      for (const words of expected) assert.match(words, /^404 .*tenant_not_found/)
      for (const { id } of strangers) {
        for (const [at, one] of operations(id, prefix).entries())
          assert.equal(said(await client.ask(one)), expected[at], `${one.method} ${one.path}`)
      }
    }
    for (const odd of ['x', 'doc_00000000000000000000000000', '..%2f', `${child.id}%00`, 'ten_'])
      assert.equal(
        (await client.get(`/api/v1/tenants/${odd}`)).body.error?.code,
        'tenant_not_found'
      )
    assert.equal(await stateOf(...strangers), before)
  })

  test('lists to each reseller the tenants directly below it and no other', async ({ assert }) => {
    const idsFor = async (reseller: Tenant) => {
      const { body } = await (await keyOf(reseller)).get('/api/v1/tenants?limit=100')
      return (body.data as { id: string }[]).map(({ id }) => id)
    }
    assert.sameMembers(await idsFor(umbrella), [child.id, sibling.id, selling.id])
    assert.sameMembers(await idsFor(rival), [rivals.id])
    assert.sameMembers(await idsFor(selling), [grandchild.id])
  })

  test('lets no cursor of one reseller show another’s tenants', async ({ assert }) => {
    const { body } = await (await keyOf(umbrella)).get('/api/v1/tenants?limit=1')
    const answer = await (await keyOf(rival)).get(`/api/v1/tenants?cursor=${body.nextCursor}`)
    for (const { id, slug } of [child, sibling, selling, grandchild]) {
      assert.notInclude(answer.text, id)
      assert.notInclude(answer.text, slug)
    }
  })

  test('lets a tenant without the right reach neither its siblings nor its reseller', async ({
    assert,
  }) => {
    const client = await keyOf(child)
    const before = await stateOf(umbrella, sibling)
    for (const { id } of [sibling, umbrella, child]) {
      for (const one of operations(id)) {
        const answer = await client.ask(one)
        assert.equal(answer.status, 403, one.path)
        assert.equal(answer.body.error?.code, 'feature_not_in_plan')
        assert.notInclude(answer.text, umbrella.slug)
      }
    }
    assert.equal(await stateOf(umbrella, sibling), before)
  })

  test('lets a selling child reach its own tenants, not its siblings or its reseller', async ({
    assert,
  }) => {
    const client = await keyOf(selling)
    for (const { id } of [umbrella, sibling, child, selling]) {
      for (const one of operations(id)) assert.equal((await client.ask(one)).status, 404, one.path)
    }
    assert.equal((await client.get(`/api/v1/tenants/${grandchild.id}`)).status, 200)
  })

  test('keeps the same boundaries in the console', async ({ assert }) => {
    const rita = await Visitor.as(umbrella)
    const strangers = [rival, rivals, grandchild, released, deleted, umbrella]
    const before = await stateOf(...strangers)
    for (const { id, slug } of [...strangers, { id: NOBODY, slug: 'none' }]) {
      for (const [method, path] of pages(id)) {
        const values = { name: 'X', email: 'x@y.example', reason: 'x', confirmation: slug }
        const answer = method === 'GET' ? await rita.get(path) : await rita.post(path, values)
        assert.equal(answer.status, 404, `${method} ${path}`)
      }
    }
    const file = await rita.get('/tenants/usage.csv')
    for (const { id } of strangers) assert.notInclude(file.text, id)
    assert.equal(await stateOf(...strangers), before)
  })

  test('lets nobody hand over a tenant that is not theirs', async ({ assert }) => {
    const person = { name: 'Eve', email: 'eve@evil.example' }
    for (const { id } of [rivals, grandchild, released, deleted, umbrella])
      await assert.rejects(
        () => Handover.ask(id, person, { resellerId: umbrella.id, actor: SYSTEM }),
        'No tenant of yours has this id'
      )
    const [users] = await CurrentTenant.run({ tenant: rivals.ref, environment: 'live' }, () =>
      CurrentTenant.batch([{ text: 'select email from users' }, { text: 'select 1 from handover' }])
    )
    assert.notInclude(JSON.stringify(users), 'eve@')
  })

  test('opens no session, key or host of a tenant to its reseller', async ({ assert }) => {
    const rita = await Visitor.as(umbrella)
    assert.equal((await rita.at(child).get('/documents')).status, 303)
    const client = await keyOf(umbrella)
    const theirs = await keyOf(child)
    assert.equal((await client.at(theirs.host).get('/api/v1/documents')).status, 401)
    assert.equal((await theirs.at(client.host).get('/api/v1/tenants')).status, 401)
  })

  for (const environment of ['live', 'test'] as const) {
    test(`lets the ${environment} role of a reseller read no schema of a child`, async ({
      assert,
    }) => {
      const { account, live } = schemaNames(child.id)
      const reseller = await Tenant.findOrFail(umbrella.id)
      if (environment === 'test' && !reseller.hasSandbox) {
        const { Provisioning } = await import('#app/tenants/provisioning/provisioning')
        await Provisioning.openSandbox(reseller)
      }
      for (const text of [
        `select * from ${account}.users`,
        `select * from ${account}.standing`,
        `select * from ${account}.heard_news`,
        `select * from ${live}.documents`,
        `update ${account}.handover set outcome = 'done'`,
        'select * from platform.tenants',
        'select * from platform.usage_totals',
        'select * from platform.resale_news',
        'select * from platform.resale_terms',
      ]) {
        await assert.rejects(
          () =>
            CurrentTenant.run({ tenant: reseller.ref, environment }, () =>
              CurrentTenant.batch([{ text }])
            ),
          /permission denied/
        )
      }
    })
  }

  test('keeps the sandbox of a tenant away from what its account knows of resellers', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'enterprise', withSandbox: true })
    for (const text of [
      'select * from heard_news',
      'select * from usage_report',
      'select * from handover',
      'update usage_report set noted = 0',
      `insert into heard_news (id, heard_at) values ('x', now())`,
    ]) {
      await assert.rejects(
        () =>
          CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, () =>
            CurrentTenant.batch([{ text }])
          ),
        /permission denied/
      )
    }
  })

  test('tells a reseller nothing about people, documents and keys of its tenants', async ({
    assert,
  }) => {
    const theirs = await ApiClient.of(child, 'live')
    const client = await keyOf(umbrella)
    const rita = await Visitor.as(umbrella)
    const shown = [
      (await client.get('/api/v1/tenants?limit=100')).text,
      (await client.get(`/api/v1/tenants/${child.id}`)).text,
      (await client.get(`/api/v1/tenants/${child.id}/usage`)).text,
      (await rita.get('/tenants')).text,
      (await rita.get(`/tenants/${child.id}`)).text,
      (await rita.get('/tenants/usage.csv')).text,
    ]
    const secrets = [`owner@${child.slug}.test`, 'Clara Customer', theirs.keyId, child.keyPrefix]
    for (const text of shown) for (const secret of secrets) assert.notInclude(text, secret)
  })

  test('lets a suspended reseller decide nothing, while its tenants go on', async ({ assert }) => {
    const reseller = await makeReseller()
    const own = await makeChild(reseller)
    const client = await keyOf(reseller)
    const theirs = await keyOf(own)
    await Suspension.impose(reseller.id, { reason: 'Unpaid' })
    await doPlatformWork()
    for (const one of operations(own.id)) {
      const answer = await client.ask(one)
      assert.equal(answer.status, 403)
      assert.equal(answer.body.error?.code, 'tenant_suspended')
    }
    assert.equal((await theirs.get('/api/v1/documents')).status, 200)
    assert.equal((await own.refresh()).status, 'ready')
  })

  test('freezes a reseller that has lost the right, while its tenants go on', async ({
    assert,
  }) => {
    const reseller = await makeReseller()
    const own = await makeChild(reseller)
    const client = await keyOf(reseller)
    const theirs = await keyOf(own)
    await reseller.merge({ planKey: 'business' }).save()
    await EntitlementsProjection.apply(reseller.id)
    for (const one of operations(own.id)) {
      const answer = await client.ask(one)
      assert.equal(answer.status, 403)
      assert.equal(answer.body.error?.code, 'feature_not_in_plan')
    }
    assert.equal((await theirs.get('/api/v1/documents')).status, 200)
    assert.equal((await own.refresh()).parentId, reseller.id)
  })

  test('tells events of a tenant to the reseller above it alone', async ({ assert }) => {
    const own = await makeChild(umbrella)
    await new Resale(umbrella.ref, SYSTEM).suspend(own.id, 'Unpaid')
    await doPlatformWork()
    for (const tenant of [rival, sibling, selling, own]) {
      const [[{ count }]] = await CurrentTenant.run(
        { tenant: tenant.ref, environment: 'live' },
        () =>
          CurrentTenant.batch([
            {
              text: 'select count(*)::int from events where body like $1',
              values: [`%${own.id}%`],
            },
          ])
      )
      assert.equal(count, 0, tenant.name)
    }
  })

  test('gives a tenant no parent, cell or status that its reseller names', async ({ assert }) => {
    const client = await keyOf(umbrella)
    const slug = newSlug()
    const order = { name: 'X', slug, plan: 'pro', owner: { name: 'O', email: `o@${slug}.test` } }
    for (const more of [{ parentId: rival.id }, { parent: rival.id }, { tenantId: newId('ten') }])
      assert.equal((await client.post('/api/v1/tenants', { ...order, ...more })).status, 400)
    for (const more of [{ parentId: rival.id }, { status: 'ready' }, { planKey: 'enterprise' }]) {
      const path = `/api/v1/tenants/${child.id}`
      assert.equal((await client.ask({ method: 'PATCH', path, json: more })).status, 400)
    }
    assert.equal((await child.refresh()).parentId, umbrella.id)
  })
})
