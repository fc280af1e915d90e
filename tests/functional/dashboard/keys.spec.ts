import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import ApiKey from '#app/identity/keys/api_key'
import { MAX_KEYS } from '#app/identity/keys/key_limit'
import { KeyRotation } from '#app/identity/keys/key_rotation'
import { Membership } from '#app/identity/users/membership'
import { SCOPES, type Scope } from '#app/identity/access/scope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import Integration from '#app/webhooks/integration'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { outcomeOf } from '#tests/support/outcome'

const HOME = '/settings/keys'
const DAY_MS = 86_400_000
const SECRET = /svc_(?:live|test)_[0-9A-Za-z]{44}/

const MANY = `
  insert into api_keys (id, environment, name, scopes, prefix, last_four, secret_sha256, created_by, created_at)
  select 'key_' || n, 'live', 'One of many', '{}', 'svc_live_', '0000', 'none' || n, $2, now() from generate_series(1, $1::int) n`

type Values = Record<string, string | string[]>

const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const read = { 'scopes[]': 'documents:read' }
const daysOf = ({ expiresAt, createdAt }: ApiKey) =>
  Math.round(((expiresAt?.getTime() ?? 0) - createdAt.getTime()) / DAY_MS)

test.group('Dashboard | API keys', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    olga = await Visitor.as(acme)
  })
  group.each.teardown(() => clock.restore())

  const make = async (values: Values = {}, { base = '', by = olga } = {}) => {
    const page = await by.post(`${base}${HOME}`, { name: 'Order system', ...read, ...values })
    const [secret = ''] = SECRET.exec(page.text) ?? []
    const [, id = ''] = /\/settings\/keys\/(key_\w+)/.exec(page.text) ?? []
    return { page, secret, id, path: `${base}${HOME}/${id}` }
  }
  const call = (secret: string, path = '/api/v1/keys/current') =>
    ask({ path, headers: { host: hostOfTenant(acme), authorization: `Bearer ${secret}` } })
  const keyOf = (id: string) => inLive(acme, () => ApiKey.findOrFail(id))
  const entries = (keyId: string) =>
    inLive(acme, async () =>
      (await SecurityTrail.read({ limit: 500 })).filter(({ body }) => body.details?.keyId === keyId)
    )

  for (const [environment, base] of [
    ['live', ''],
    ['test', '/test'],
  ] as const)
    test(`of ${environment} are made under ${base || '/'}, shown once, and work`, async ({
      assert,
    }) => {
      const { page, secret, id } = await make({ name: `Key of ${environment}` }, { base })
      assert.equal(page.status, 200)
      assert.match(secret, new RegExp(`^svc_${environment}_`))
      assert.include(page.text, 'Copy it now')
      assert.include(words(page.text), `/api/v1/keys/current`)
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.equal((await call(secret)).body.id, id)
      for (const path of [HOME, `${HOME}/${id}`, `${HOME}/${id}/edit`]) {
        const { status, text } = await olga.get(`${base}${path}`)
        assert.equal(status, 200)
        assert.notInclude(text, secret)
        assert.include(text, `Key of ${environment}`)
      }
      assert.include((await olga.get(`${base}${HOME}`)).text, `…${secret.slice(-4)}`)
      const other = await olga.get(base ? HOME : `/test${HOME}`)
      assert.notInclude(other.text, `Key of ${environment}`)
    })

  test('show a first call that runs as it stands', async ({ assert }) => {
    const { page, secret } = await make()
    const [, sample] = /id="first-call">([^<]+)</.exec(page.text) ?? []
    const text = sample.replaceAll('&quot;', '"')
    const [, path] = /^curl http:\/\/[^/]+(\/\S+)/.exec(text) ?? []
    const [, authorization] = /-H "Authorization: ([^"]+)"/.exec(text) ?? []
    assert.equal(authorization, `Bearer ${secret}`)
    assert.equal((await call(secret, path)).status, 200)
    assert.notInclude(page.text, 'agreement.pdf')
    assert.include((await make({ 'scopes[]': 'documents:write' })).page.text, 'agreement.pdf')
  })

  test('may read documents and nothing else unless somebody chooses', async ({ assert }) => {
    const { text } = await olga.get(`${HOME}/new`)
    const checked = [...text.matchAll(/value="([a-z]+:[a-z]+)" checked/g)].map(([, scope]) => scope)
    assert.deepEqual(checked, ['documents:read'])
  })

  test('keep what was chosen: scopes, an end, addresses and origins', async ({ assert }) => {
    const { id } = await make({
      'name': 'Ledger',
      'scopes[]': ['usage:read', 'documents:read', 'documents:read'],
      'expires': '90',
      'addresses': '203.0.113.7/24\r\n\r\n 2001:DB8::7 \r\n203.0.113.0/24',
      'origins': 'https://CRM.example/\r\nhttps://crm.example:443',
    })
    const key = await keyOf(id)
    assert.deepEqual(key.scopes, ['documents:read', 'usage:read'])
    assert.deepEqual(key.allowedIps, ['203.0.113.0/24', '2001:db8::7'])
    assert.deepEqual(key.allowedOrigins, ['https://crm.example'])
    assert.equal(daysOf(key), 90)
    const page = words((await olga.get(`${HOME}/${id}`)).text)
    for (const said of ['203.0.113.0/24', '2001:db8::7', 'https://crm.example', 'Olga Owner'])
      assert.include(page, said)
    assert.include(words((await olga.get(HOME)).text), 'From 2 addresses · 1 origin')
  })

  test('end with the day that was chosen', async ({ assert }) => {
    const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
    const { id, secret } = await make({ expires: 'date', expiresOn: day })
    assert.equal((await keyOf(id)).expiresAt?.toISOString(), `${day}T23:59:59.999Z`)
    assert.include(words((await olga.get(`${HOME}/${id}`)).text), 'Expires soon')
    assert.equal((await call(secret)).status, 200)
    clock.travel(4 * DAY_MS)
    assert.equal((await call(secret)).body.error?.code, 'expired_key')
  })

  const WRONG: [string, Values, string][] = [
    ['no name', { name: ' ' }, 'name-error'],
    ['a name of two lines', { name: 'A\nB' }, 'name-error'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'name-error'],
    ['no scope', { 'scopes[]': '' }, 'scopes-error'],
    ['a scope that there is not', { 'scopes[]': ['documents:read', 'all:all'] }, 'scopes-error'],
    ['scopes of tenants for who has none', { 'scopes[]': 'tenants:read' }, 'scopes-error'],
    ['an end that there is not', { expires: 'tomorrow' }, 'expires-error'],
    ['no day', { expires: 'date' }, 'expiresOn-error'],
    ['a day that is over', { expires: 'date', expiresOn: '2020-01-01' }, 'expiresOn-error'],
    ['a day that there is not', { expires: 'date', expiresOn: '2027-02-31' }, 'expiresOn-error'],
    ['a day far away', { expires: 'date', expiresOn: '9999-12-31' }, 'expiresOn-error'],
    ['an address that is none', { addresses: '203.0.113.7\n10.0.0.300' }, '“10.0.0.300” is not'],
    ['all addresses there are', { addresses: '0.0.0.0/0' }, 'addresses-error'],
    [
      'too many addresses',
      { addresses: Array.from({ length: 51 }, (_, at) => `203.0.113.${String(at)}`).join('\n') },
      'Give at most 50.',
    ],
    ['a text without end', { addresses: ' '.repeat(10) + '1'.repeat(5_001) }, 'This is too long.'],
    ['an origin with a path', { origins: 'https://crm.example/app' }, 'origins-error'],
    ['an origin in clear', { origins: 'http://crm.example' }, 'origins-error'],
    ['any origin', { origins: '*' }, 'origins-error'],
  ]
  test('refuse {0} at its field, and keep what was typed')
    .with(WRONG)
    .run(async ({ assert }, [, values, said]) => {
      const before = await inLive(acme, () => ApiKey.query().count('* as total'))
      const { page, secret } = await make({ name: 'Kept', addresses: '198.51.100.9', ...values })
      assert.equal(page.status, 422)
      assert.include(page.text, said)
      assert.equal(secret, '')
      if (!('name' in values)) assert.include(page.text, 'value="Kept"')
      if (!('addresses' in values)) assert.include(page.text, '198.51.100.9</textarea>')
      const after = await inLive(acme, () => ApiKey.query().count('* as total'))
      assert.deepEqual(after[0].$extras, before[0].$extras)
    })

  test('are changed from the next request on, and the trail records it', async ({ assert }) => {
    const { id, path, secret } = await make({ name: 'Before', addresses: '127.0.0.1' })
    assert.equal((await call(secret, '/api/v1/usage')).status, 403)
    const values = { 'name': 'After', 'scopes[]': 'usage:read', 'addresses': '', 'origins': '' }
    const done = await olga.post(path, values)
    assert.include((await olga.followed(done)).text, 'The key has been changed.')
    assert.equal((await call(secret, '/api/v1/usage')).status, 200)
    assert.equal((await call(secret, '/api/v1/documents')).status, 403)
    const [entry] = await entries(id)
    assert.equal(entry.action, 'key.changed')
    assert.deepEqual(entry.body.details?.changes, [
      'name: Before → After',
      'scopes: documents:read → usage:read',
      'allowedIps: 127.0.0.1 → none',
    ])
    await olga.post(path, values)
    assert.lengthOf(await entries(id), 2)

    assert.equal((await olga.post(path, { ...values, addresses: 'nonsense' })).status, 422)
    await olga.post(path, { ...values, addresses: '192.0.2.1' })
    assert.equal((await call(secret)).body.error?.code, 'ip_not_allowed')
    assert.isNull((await keyOf(id)).expiresAt)
  })

  test('stop working the moment they are revoked, and stay to be seen for a while', async ({
    assert,
  }) => {
    const { path, secret, id } = await make({ name: 'Leaked' })
    assert.include((await olga.get(`${path}/revoke`)).text, 'Revoke “Leaked”?')
    const done = await olga.post(`${path}/revoke`)
    assert.include((await olga.followed(done)).text, '“Leaked” has been revoked.')
    assert.equal((await call(secret)).body.error?.code, 'revoked_key')
    assert.equal((await olga.post(`${path}/revoke`)).status, 303)
    assert.deepEqual(
      (await entries(id)).map(({ action }) => action),
      ['key.revoked', 'key.created']
    )
    assert.match(words((await olga.get(HOME)).text), /Ended .* Leaked Revoked/)
    for (const part of ['/edit', '/rotate']) assert.equal((await olga.get(path + part)).status, 303)
    clock.travel(31 * DAY_MS)
    assert.notInclude((await (await Visitor.as(acme)).get(HOME)).text, 'Leaked')
  })

  test('are replaced while both work, for as long as was chosen', async ({ assert }) => {
    const { path, secret, id } = await make({ 'name': 'Rotating', 'scopes[]': 'usage:read' })
    assert.include(words((await olga.get(`${path}/rotate`)).text), 'Rotate “Rotating”?')
    assert.equal((await olga.post(`${path}/rotate`, { overlap: 'never' })).status, 422)
    const page = await olga.post(`${path}/rotate`, { overlap: '1h' })
    const [fresh] = SECRET.exec(page.text) ?? ['none']
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.include(words(page.text), 'The old key keeps working until')
    assert.notEqual(fresh, secret)
    for (const one of [fresh, secret]) {
      assert.equal((await call(one, '/api/v1/usage')).status, 200)
      assert.equal((await call(one, '/api/v1/documents')).status, 403)
    }
    const list = words((await olga.get(HOME)).text)
    assert.match(list, /Rotating Active .* Rotating Being replaced/)
    assert.include(words((await olga.get(path)).text), 'Another key has replaced it.')
    assert.deepEqual(
      (await entries(id)).map(({ action }) => action),
      ['key.rotated', 'key.created']
    )
    clock.travel(3_600_000)
    assert.equal((await call(secret)).body.error?.code, 'expired_key')
    assert.equal((await call(fresh)).status, 200)
  })

  test('of the sandbox are changed, replaced and revoked like others', async ({ assert }) => {
    const { path, secret, id } = await make({ name: 'Trial' }, { base: '/test' })
    const values = { 'name': 'Trial run', 'scopes[]': 'usage:read' }
    const changed = await olga.followed(await olga.post(path, values))
    assert.include(changed.text, 'The key has been changed.')
    assert.equal((await call(secret, '/api/v1/usage')).status, 200)
    const page = await olga.post(`${path}/rotate`, { overlap: '24h' })
    assert.include(words(page.text), 'The old key keeps working until')
    assert.match(SECRET.exec(page.text)?.[0] ?? '', /^svc_test_/)
    const done = await olga.followed(await olga.post(`${path}/revoke`))
    assert.include(done.text, '“Trial run” has been revoked.')
    assert.equal((await call(secret)).body.error?.code, 'revoked_key')
    assert.deepEqual(
      (await entries(id)).map(({ action }) => action),
      ['key.revoked', 'key.rotated', 'key.changed', 'key.created']
    )
  })

  test('that leaked are replaced at once', async ({ assert }) => {
    const { path, secret } = await make({ name: 'Published' })
    const page = await olga.post(`${path}/rotate`, { overlap: 'now' })
    assert.include(words(page.text), 'The old key no longer works.')
    assert.equal((await call(secret)).body.error?.code, 'revoked_key')
    assert.equal((await call(SECRET.exec(page.text)?.[0] ?? '')).status, 200)
  })

  test('that end are replaced for as long again', async ({ assert }) => {
    const { path, id } = await make({ expires: '30' })
    assert.include(words((await olga.get(`${path}/rotate`)).text), 'expires after 30 days')
    await olga.post(`${path}/rotate`, { overlap: '7d' })
    const old = await keyOf(id)
    const fresh = await keyOf(old.replacedBy ?? '')
    assert.equal(daysOf(fresh), 30)
    assert.isBelow(old.expiresAt?.getTime() ?? 0, fresh.createdAt.getTime() + 8 * DAY_MS)
  })

  test('are replaced by one, however many ask at the same time', async ({ assert }) => {
    const { id, path } = await make({ name: 'Wanted' })
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => olga.post(`${path}/rotate`, { overlap: '1h' }))
    )
    assert.lengthOf(
      asked.filter(({ text }) => SECRET.test(text)),
      1
    )
    const named = await inLive(acme, () => ApiKey.query().where('name', 'Wanted'))
    assert.lengthOf(named, 2)
    assert.lengthOf(await entries(id), 2)
  })

  test('that were replaced and still work are named where their successor is revoked', async ({
    assert,
  }) => {
    const first = await make({ name: 'Chained' })
    const [second] = [await olga.post(`${first.path}/rotate`, { overlap: '7d' })].map(({ text }) =>
      String(SECRET.exec(text)?.[0])
    )
    const secondId = String((await keyOf(first.id)).replacedBy)
    await olga.post(`${HOME}/${secondId}/rotate`, { overlap: '1h' })
    const third = `${HOME}/${String((await keyOf(secondId)).replacedBy)}`
    const page = words((await olga.get(`${third}/revoke`)).text)
    for (const one of [first.secret, second])
      assert.include(page, `…${one.slice(-4)} , keeps working until`)
    clock.travel(3_600_000)
    const later = words((await olga.get(`${third}/revoke`)).text)
    assert.include(later, `…${first.secret.slice(-4)} , keeps working until`)
    assert.notInclude(later, `…${second.slice(-4)} ,`)
    await olga.post(`${first.path}/revoke`)
    assert.notInclude(words((await olga.get(`${third}/revoke`)).text), 'keeps working until')
  })

  test('that have expired are replaced by none', async ({ assert }) => {
    const { path, id } = await make({ expires: '30' })
    clock.travel(30 * DAY_MS)
    const later = await Visitor.as(acme)
    assert.notInclude((await later.get(path)).text, `href="${path}/rotate"`)
    const asked = [
      await later.get(`${path}/rotate`),
      await later.post(`${path}/rotate`, { overlap: '1h' }),
    ]
    for (const { status } of asked) assert.equal(status, 303)
    assert.isNull((await keyOf(id)).replacedBy)
    const old = await keyOf(id)
    const order = { createdBy: await ownerOf(acme), overlapMs: 0 }
    await assert.rejects(() => inLive(acme, () => KeyRotation.run(old, order, OLGA)), /expired/)
  })

  test('are replaced on the terms that they have by then', async ({ assert }) => {
    const { id } = await make({ name: 'Narrowed' })
    const stale = await keyOf(id)
    await inLive(acme, async () =>
      (await keyOf(id)).revise({ scopes: ['documents:read'], allowedIps: ['192.0.2.0/24'] }, OLGA)
    )
    const order = { createdBy: await ownerOf(acme), overlapMs: 0 }
    const mayGive = () => false
    await assert.rejects(
      () => inLive(acme, () => KeyRotation.run(stale, { ...order, mayGive }, OLGA)),
      /may do more now/
    )
    const { key } = await inLive(acme, () => KeyRotation.run(stale, order, OLGA))
    assert.deepEqual(key.scopes, ['documents:read'])
    assert.deepEqual(key.allowedIps, ['192.0.2.0/24'])
  })

  test('of an integration take it along to what replaces them', async ({ assert }) => {
    const createdBy = await ownerOf(acme)
    const { integration } = await inLive(acme, () =>
      Integration.connect({ name: 'Sales', url: 'https://example.test/', createdBy }, OLGA)
    )
    const path = `${HOME}/${String(integration.keyId)}`
    assert.include(words((await olga.get(`${path}/revoke`)).text), 'The integration “Sales” uses')
    await olga.post(`${path}/rotate`, { overlap: '1h' })
    const old = await keyOf(String(integration.keyId))
    await inLive(acme, () => integration.refresh())
    assert.equal(integration.keyId, old.replacedBy)
    assert.notInclude((await olga.get('/settings/integrations')).text, 'no valid key')
  })

  test(`are ${String(MAX_KEYS)} at most in an environment`, async ({ assert }) => {
    const crowded = await makeTenant()
    const createdBy = await ownerOf(crowded)
    const issue = () =>
      inLive(crowded, () => ApiKey.issue({ environment: 'live', name: 'One', createdBy }))
    await inLive(crowded, () =>
      CurrentTenant.batch([{ text: MANY, values: [MAX_KEYS - 2, createdBy.id] }])
    )
    const last = await Promise.all(Array.from({ length: 4 }, () => outcomeOf(issue)))
    assert.lengthOf(
      last.filter(({ code }) => code === 'too_many_keys'),
      2
    )
    const { page } = await make({}, { by: await Visitor.as(crowded) })
    assert.equal(page.status, 422)
    assert.include(words(page.text), 'which is the maximum')
  })

  test('tell when somebody who has left still knows them', async ({ assert }) => {
    const dora = await makeUser(acme, 'developer')
    const { key } = await inLive(acme, () =>
      ApiKey.issue({ environment: 'live', name: 'Of Dora', createdBy: dora })
    )
    assert.notInclude((await olga.get(HOME)).text, 'A former member may know it')
    await inLive(acme, () => new Membership(dora, OLGA, 'owner').remove({ revokeKeys: false }))
    assert.include(words((await olga.get(HOME)).text), 'A former member may know it: rotate it')
    assert.include((await olga.get(`${HOME}/${key.id}`)).text, 'has left')
    await olga.post(`${HOME}/${key.id}/rotate`, { overlap: 'now' })
    assert.notInclude((await olga.get(HOME)).text, 'A former member may know it')
  })

  test('are neither seen nor changed by members and viewers', async ({ assert }) => {
    const { path, id } = await make({ name: 'Not for all' })
    for (const role of ['member', 'viewer'] as const) {
      const visitor = await Visitor.as(acme, role)
      for (const page of [HOME, `${HOME}/new`, path, `${path}/edit`, `${path}/rotate`]) {
        const { status, text } = await visitor.get(page)
        assert.equal(status, 403, page)
        assert.notInclude(text, 'Not for all')
      }
      for (const form of [HOME, path, `${path}/rotate`, `${path}/revoke`]) {
        const values = { ...read, name: 'Mine', overlap: 'now' }
        assert.equal((await visitor.post(form, values)).status, 403, form)
      }
    }
    assert.lengthOf(await entries(id), 1)
  })

  test('may do no more than the person who creates, changes or replaces them', async ({
    assert,
  }) => {
    const dora = await Visitor.as(acme, 'developer')
    const anton = await Visitor.as(acme, 'admin')
    for (const by of [dora, anton]) {
      assert.notInclude((await by.get(`${HOME}/new`)).text, 'documents:erase')
      const { page } = await make({ 'scopes[]': 'documents:erase' }, { by })
      assert.equal(page.status, 422)
    }
    const { path, id } = await make({ 'name': 'Sweeper', 'scopes[]': 'documents:erase' })
    assert.include((await dora.get(path)).text, 'has permissions that you cannot grant')
    for (const part of ['', '/rotate']) {
      const values = { 'overlap': 'now', 'name': 'Mine', 'scopes[]': 'documents:erase' }
      const refused = await dora.post(path + part, values)
      assert.equal(refused.status, 303)
      assert.notMatch(refused.text, SECRET)
    }
    const kept = await keyOf(id)
    assert.include(kept.$attributes, { name: 'Sweeper', revokedAt: null, replacedBy: null })
    await dora.post(`${path}/revoke`)
    assert.isTrue((await keyOf(id)).isRevoked)
  })

  test('speak for tenants only where there can be some, and for who may see them', async ({
    assert,
  }) => {
    const reseller = await makeTenant({ plan: 'enterprise', withSandbox: true })
    const rita = await Visitor.as(reseller)
    const dora = await Visitor.as(reseller, 'developer')
    assert.include((await rita.get(`${HOME}/new`)).text, 'tenants:write')
    for (const [who, path] of [
      [rita, `/test${HOME}/new`],
      [dora, `${HOME}/new`],
      [olga, `${HOME}/new`],
    ] as const)
      assert.notInclude((await who.get(path)).text, 'tenants:write')
    const { page } = await make({ 'scopes[]': 'tenants:write' }, { by: dora })
    assert.equal(page.status, 422)
    const made = await make({ 'scopes[]': [...SCOPES] as Scope[] }, { by: rita })
    assert.equal(made.page.status, 200)
    assert.include(words((await rita.get(HOME)).text), 'Everything')
  })

  test('are of the sandbox alone on a plan without the live API', async ({ assert }) => {
    const free = await makeTenant({ plan: 'business', withSandbox: true })
    const createdBy = await ownerOf(free)
    const { key } = await inLive(free, () =>
      ApiKey.issue({ environment: 'live', name: 'From better days', createdBy })
    )
    await free.merge({ planKey: 'free' }).save()
    await EntitlementsProjection.apply(free.id)
    const ines = await Visitor.as(free)
    const list = await ines.get(HOME)
    assert.include(words(list.text), 'has the API in the sandbox only')
    assert.include(list.text, 'From better days')
    assert.notInclude(list.text, 'New live key')
    const { page } = await make({ name: 'Sneaky' }, { by: ines })
    assert.equal(page.status, 422)
    assert.notMatch(page.text, SECRET)
    const rotated = await ines.post(`${HOME}/${key.id}/rotate`, { overlap: 'now' })
    assert.equal(rotated.status, 303)
    assert.notMatch(rotated.text, SECRET)
    const laptop = await make({ name: 'Laptop' }, { by: ines, base: '/test' })
    assert.match(laptop.secret, /^svc_test_/)
    await ines.post(`${HOME}/${key.id}/revoke`)
    assert.notInclude((await ines.get(HOME)).text, 'Active')
  })
})
