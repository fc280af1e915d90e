import { domainToASCII } from 'node:url'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { SYSTEM } from '#app/audit/actor'
import Domain from '#app/tenants/domains/domain'
import { DomainRegister } from '#app/tenants/domains/domain_register'
import { nameServers } from '#app/tenants/hosts/name_server'
import PlanGrant from '#app/tenants/plans/plan_grant'
import { PlatformWork } from '#app/tenants/platform_work'
import type Tenant from '#app/tenants/tenant'
import { targetOf } from '#app/tenants/domains/domain_target'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain, eraseRecords, look, project, writeRecords } from '#tests/support/domain_hand'

const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
let serial = 0
const someHost = () => `sign.d${(serial += 1)}${Date.now().toString(36)}.com`
/** All that the platform has left to be done, which comes a few pieces at a time. */
const workOff = async () => {
  while ((await PlatformWork.doDue()) > 0);
}
const giveResell = async (tenant: Tenant) => {
  await db.connection('platform').transaction((trx) =>
    PlanGrant.give(
      {
        ...{ tenantId: tenant.id, entitlement: 'resell', value: true, reason: 'Partner' },
        ...{ until: new Date(Date.now() + 86_400_000), grantedBy: 'opr_x' },
      },
      trx
    )
  )
  await project(tenant)
}
const ALL = { 'purposes[]': ['app', 'signing', 'api'] }

test.group('Dashboard | domains', (group) => {
  let world: DnsWorld
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    await project(acme)
    olga = await Visitor.as(acme)
  })
  group.each.setup(async () => {
    world = await DnsWorld.open()
    nameServers.use([world.asServer('Server A')])
    return async () => {
      nameServers.use()
      await world.close()
    }
  })

  const add = async (host: string, visitor = olga, more = {}) => {
    const answer = await visitor.post('/settings/domains', { host, ...ALL, ...more })
    const path = String(answer.headers.location)
    return { answer, path, id: path.split('/').at(-1) ?? '' }
  }

  test('a host is added, its records are shown, found and doctored, and it becomes active', async ({
    assert,
  }) => {
    const host = someHost()
    const { path, id } = await add(` ${host.toUpperCase()}. `)
    const domain = await Domain.findOrFail(id)
    const first = await olga.get(path)
    assert.equal(first.status, 200)
    for (const text of [
      host,
      domain.challenge,
      `_domain-challenge.${host}`,
      await targetOf(acme.id),
    ])
      assert.include(first.text, text)
    assert.include(words(first.text), 'Not checked yet')

    await olga.post(`${path}/check`)
    const missing = await olga.get(path)
    assert.include(words(missing.text), 'Not found')
    assert.include(words(missing.text), 'Add this record at the DNS provider of')
    assert.include(missing.text, 'Server A')

    world.write(`_domain-challenge.${host}`, { TXT: ['"<b>quoted</b>"'] })
    await look(domain)
    const wrong = await olga.get(path)
    assert.include(words(wrong.text), 'Wrong value')
    assert.include(wrong.text, '&lt;b&gt;quoted&lt;/b&gt;')

    await writeRecords(domain, world)
    await look(domain)
    const found = await olga.get(path)
    assert.include(words(found.text), 'Active')
    assert.include(words(found.text), 'This domain has been yours since')
    await workOff()
    assert.include(words((await olga.get(path)).text), 'New links Dashboard, Signing, API')
  })

  test('the page looks again by itself while it waits, with scripts and without', async ({
    assert,
  }) => {
    const { path, id } = await add(someHost())
    const waiting = (await olga.get(path)).text
    assert.match(waiting, /id="domain-doctor" class="doctor" up-poll/)
    assert.include(waiting, '<noscript><meta http-equiv="refresh"')
    await writeRecords(await Domain.findOrFail(id), world)
    await look(await Domain.findOrFail(id))
    const done = (await olga.get(path)).text
    assert.notInclude(done, 'up-poll')
    assert.notInclude(done, 'http-equiv="refresh"')
  })

  test('nobody has it looked up twice in ten seconds', async ({ assert }) => {
    const { path } = await add(someHost())
    assert.include(
      (await olga.followed(await olga.post(`${path}/check`))).text,
      'just been checked'
    )
    const asked = world.asked.length
    assert.include((await olga.followed(await olga.post(`${path}/check`))).text, 'a moment ago')
    assert.equal(world.asked.length, asked)
  })

  for (const [host, sentence] of [
    ['', 'Write the name of a host'],
    ['https://sign.acme.com', 'Write the name alone'],
    ['127.0.0.1', 'An IP address cannot be used'],
    ['co.uk', 'nobody can own it'],
    ['acme.localhost', 'belongs to the service itself'],
    ['acme.invalid', 'do not exist in the public DNS'],
    ['x'.repeat(70) + '.com', 'too long'],
  ])
    test(`refuses “${host.slice(0, 30)}” at the field, and keeps what was typed`, async ({
      assert,
    }) => {
      const { answer } = await add(host)
      assert.equal(answer.status, 422)
      assert.match(answer.text, /id="host-error"/)
      assert.include(words(answer.text), sentence)
      if (host) assert.include(answer.text, `value="${host}"`)
    })

  test('refuses a host that is for nothing', async ({ assert }) => {
    const answer = await olga.post('/settings/domains', { host: someHost() })
    assert.equal(answer.status, 422)
    assert.include(words(answer.text), 'Choose at least one')
  })

  test('says of another account’s host no more than that it is in use', async ({ assert }) => {
    const other = await makeTenant({ plan: 'enterprise', name: 'Other & Sons' })
    const host = someHost()
    await activeDomain(other, host, world)
    const { answer } = await add(host)
    assert.equal(answer.status, 422)
    assert.include(words(answer.text), 'in use by another account')
    assert.notInclude(answer.text, other.slug)
    assert.notInclude(answer.text, 'Other &amp; Sons')
  })

  test('shows a name that looks like another as punycode, with a warning', async ({ assert }) => {
    const { path } = await add('sign.pаypal-documents.com')
    const page = await olga.get(path)
    assert.include(page.text, 'xn--')
    assert.notInclude(page.text, 'pаypal')
    assert.include(words(page.text), 'people may mistake it for another name')
    const plain = await add('sign.müller-söhne.de')
    assert.include((await olga.get(plain.path)).text, 'sign.müller-söhne.de')
    assert.include((await olga.get(plain.path)).text, domainToASCII('sign.müller-söhne.de'))
  })

  test('purposes and the host that links are built from can be chosen', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'enterprise' })
    const ines = await Visitor.as(tenant)
    const [one, two] = [someHost(), someHost()]
    await activeDomain(tenant, one, world)
    const second = await activeDomain(tenant, two, world)
    const path = `/settings/domains/${second.id}`
    assert.equal((await ines.get(`${path}/edit`)).status, 200)
    const saved = await ines.post(path, {
      'purposes[]': ['signing', 'api'],
      'primary[]': ['signing', 'app'],
    })
    assert.equal(saved.status, 303)
    await workOff()
    const page = words((await ines.get(path)).text)
    assert.include(page, 'For Signing, API')
    assert.include(page, 'New links Signing')
    const none = await ines.post(path, {})
    assert.equal(none.status, 422)
    assert.deepEqual((await Domain.findOrFail(second.id)).purposes, ['signing', 'api'])
    // taken from the one that had it
    const first = await Domain.findByOrFail('host', one)
    await ines.post(`/settings/domains/${first.id}`, {
      ...ALL,
      'primary[]': ['signing'],
    })
    assert.deepEqual((await Domain.findOrFail(second.id)).primaryFor, [])
  })

  test('a base domain can be added by resellers, and serves all purposes of their tenants', async ({
    assert,
  }) => {
    const host = `c${Date.now().toString(36)}.com`
    const { path, id } = await add(host, olga, { 'kind': 'base', 'purposes[]': [] })
    assert.containSubset(await Domain.findOrFail(id), {
      kind: 'base',
      purposes: ['app', 'signing', 'api'],
    })
    const page = await olga.get(path)
    assert.include(page.text, `*.${host}`)
    assert.equal((await olga.get(`${path}/edit`)).status, 404)
    assert.equal((await olga.post(path, { 'purposes[]': ['api'] })).status, 404)
    const small = await Visitor.as(await makeTenant({ plan: 'business' }))
    assert.equal((await add(host, small, { kind: 'base' })).answer.status, 403)
  })

  test('a base can be added by who may resell and have no domain of their own, and that alone', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'business' })
    await giveResell(tenant)
    const rita = await Visitor.as(tenant)
    assert.include((await rita.get('/settings/domains')).text, '/settings/domains/new')
    const form = await rita.get('/settings/domains/new')
    assert.equal(form.status, 200)
    assert.include(form.text, 'name="kind" value="base"')
    assert.notInclude(form.text, 'value="host"')
    const base = `c${Date.now().toString(36)}.com`
    const { answer, path } = await add(base, rita, { 'kind': 'base', 'purposes[]': [] })
    assert.equal(answer.status, 303, answer.text)
    assert.notInclude(words((await rita.get(path)).text), 'does not include')
    const list = words((await rita.get('/settings/domains')).text)
    assert.include(list, `*.${base}`)
    assert.notInclude(list, 'does not include')
    assert.equal((await add(someHost(), rita)).answer.status, 403)
  })

  test('is removed after a question', async ({ assert }) => {
    const domain = await activeDomain(acme, someHost(), world)
    const path = `/settings/domains/${domain.id}`
    assert.include(
      words((await olga.get(`${path}/remove`)).text),
      'Links already sent with this host'
    )
    const done = await olga.post(`${path}/remove`)
    assert.include((await olga.followed(done)).text, 'The host has been removed.')
    assert.equal((await olga.get(path)).status, 404)
    assert.equal((await olga.post(`${path}/remove`)).status, 404)
  })

  test('tells how long a domain without records has left', async ({ assert }) => {
    const domain = await activeDomain(acme, someHost(), world)
    await eraseRecords(domain, world)
    await look(domain)
    const page = words((await olga.get(`/settings/domains/${domain.id}`)).text)
    assert.include(page, 'Records have been missing since')
    assert.include(page, 'it will be suspended, at the earliest on')
  })

  test('is for owners and admins alone', async ({ assert }) => {
    const domain = await activeDomain(acme, someHost(), world)
    for (const role of ['developer', 'member', 'viewer'] as const) {
      const visitor = await Visitor.as(acme, role)
      assert.equal((await visitor.get('/settings/domains')).status, 403)
      assert.equal((await add(someHost(), visitor)).answer.status, 403)
      assert.equal((await visitor.post(`/settings/domains/${domain.id}/remove`)).status, 403)
      assert.notInclude((await visitor.get('/documents')).text, '/settings/domains')
    }
    const admin = await Visitor.as(acme, 'admin')
    assert.equal((await admin.get('/settings/domains')).status, 200)
    assert.equal((await Domain.findOrFail(domain.id)).status, 'active')
  })

  test('people log in only at hosts that an owner has chosen for it', async ({ assert }) => {
    const admin = await Visitor.as(acme, 'admin')
    const form = await admin.get('/settings/domains/new')
    assert.include(form.text, 'value="signing"')
    assert.notInclude(form.text, 'value="app"')
    assert.include(words(form.text), 'Only an owner can use a host for the dashboard')
    const { answer } = await add(someHost(), admin)
    assert.equal(answer.status, 422)
    assert.include(words(answer.text), 'Only an owner can use a host for the dashboard')
    const signing = { 'purposes[]': ['signing'] }
    const { id, path } = await add(someHost(), admin, signing)
    assert.equal((await admin.post(path, ALL)).status, 422)
    assert.deepEqual((await Domain.findOrFail(id)).purposes, ['signing'])
    assert.equal((await olga.post(path, ALL)).status, 303)
    const both = { 'purposes[]': ['app', 'signing'] }
    assert.equal((await admin.post(path, both)).status, 303)
    assert.deepEqual((await Domain.findOrFail(id)).purposes, ['app', 'signing'])
  })

  test('a host stays one: a form that calls it a base chooses nothing that its sender may not', async ({
    assert,
  }) => {
    const admin = await Visitor.as(acme, 'admin')
    const signing = { 'purposes[]': ['signing'] }
    const { id, path } = await add(someHost(), admin, signing)
    const refused = await admin.post(path, {
      'kind': 'base',
      'purposes[]': ['app', 'signing'],
      'primary[]': ['app'],
    })
    assert.equal(refused.status, 422)
    assert.include(words(refused.text), 'Only an owner can use a host for the dashboard')
    const kept = { kind: 'host', purposes: ['signing'], primaryFor: [] }
    assert.containSubset(await Domain.findOrFail(id), kept)
    assert.equal((await olga.post(path, { 'kind': 'base', 'purposes[]': [] })).status, 422)
    assert.containSubset(await Domain.findOrFail(id), kept)
  })

  test('who may not choose where people log in does not either by claim or change', async ({
    assert,
  }) => {
    const [host, base] = [someHost(), `c${Date.now().toString(36)}x.com`]
    const by = { by: SYSTEM, mayHostLogIns: false }
    const claim = { tenantId: acme.id, ...by }
    const refusedAs = async (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error) => error.details?.reason
      )
    const ofHost = DomainRegister.claim({ ...claim, host, kind: 'host', purposes: ['app'] })
    assert.equal(await refusedAs(ofHost), 'by_owner')
    const ofBase = DomainRegister.claim({ ...claim, host: base, kind: 'base', purposes: [] })
    assert.equal(await refusedAs(ofBase), 'base_by_owner')
    assert.lengthOf(await Domain.query().whereIn('host', [host, base]), 0)
    const own = await DomainRegister.claim({ ...claim, host, kind: 'host', purposes: ['api'] })
    const change = { purposes: ['app', 'api'], primaryFor: ['app'] } as const
    assert.equal(await refusedAs(DomainRegister.change(own, { ...change, ...by })), 'by_owner')
    assert.deepEqual((await Domain.findOrFail(own.id)).purposes, ['api'])
  })

  test('tenants log in below a base, so it is added by owners alone', async ({ assert }) => {
    const admin = await Visitor.as(acme, 'admin')
    const form = await admin.get('/settings/domains/new')
    assert.notInclude(form.text, 'value="base"')
    assert.include(words(form.text), 'Only an owner can add a domain for tenants')
    assert.include((await olga.get('/settings/domains/new')).text, 'value="base"')
    const host = `evil${Date.now().toString(36)}.com`
    const { answer } = await add(host, admin, { 'kind': 'base', 'purposes[]': [] })
    assert.equal(answer.status, 422)
    assert.include(words(answer.text), 'Only an owner can add a domain for tenants')
    assert.isNull(await Domain.findBy('host', host))
  })

  test('an admin who could add nothing but a base is offered no form', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'business' })
    await giveResell(tenant)
    const admin = await Visitor.as(tenant, 'admin')
    const list = await admin.get('/settings/domains')
    assert.notInclude(list.text, '/settings/domains/new')
    assert.equal((await admin.get('/settings/domains/new')).status, 403)
  })

  test('is not to be had on a smaller plan, and what is there stays', async ({ assert }) => {
    const small = await makeTenant({ plan: 'business' })
    const ines = await Visitor.as(small)
    const page = await ines.get('/settings/domains')
    assert.include(words(page.text), 'does not include your own domains')
    assert.notInclude(page.text, '/settings/domains/new')
    assert.equal((await ines.get('/settings/domains/new')).status, 403)
    assert.equal((await add(someHost(), ines)).answer.status, 403)
    assert.lengthOf(await Domain.query().where('tenantId', small.id), 0)
  })

  test('never finds another tenant’s domain', async ({ assert }) => {
    const other = await makeTenant({ plan: 'enterprise' })
    const theirs = await activeDomain(other, someHost(), world)
    const path = `/settings/domains/${theirs.id}`
    for (const read of [path, `${path}/edit`, `${path}/remove`])
      assert.equal((await olga.get(read)).status, 404)
    for (const change of [path, `${path}/check`, `${path}/remove`])
      assert.equal((await olga.post(change, { ...ALL })).status, 404)
    assert.containSubset(await Domain.findOrFail(theirs.id), { status: 'active' })
    assert.notInclude((await olga.get('/settings/domains')).text, theirs.host)
  })
})
