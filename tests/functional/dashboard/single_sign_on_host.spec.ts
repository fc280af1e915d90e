import { test } from '@japa/runner'
import { CONSOLE } from '#app/cli/_console'
import { SecurityTrail } from '#app/audit/security_trail'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import { Enforcement } from '#app/single_sign_on/enforcement'
import { TestLogIn } from '#app/single_sign_on/test_log_in'
import Domain from '#app/tenants/domains/domain'
import { DomainRegister } from '#app/tenants/domains/domain_register'
import { nameServers } from '#app/tenants/hosts/name_server'
import type Tenant from '#app/tenants/tenant'
import { hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { activeDomain, project } from '#tests/support/domain_hand'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { ProvingSigner } from '#tests/support/proving_signer'
import { asActor } from '#tests/support/required_sso'
import { withSecondFactor } from '#tests/support/second_factor'
import { connected, responseOf, SsoVisitor } from '#tests/support/single_sign_on'

const HOME = '/settings/single-sign-on'
const PAGE = `${HOME}/host`

let serial = 0
const someHost = () => `work.h${(serial += 1)}${Date.now().toString(36)}.com`

interface Set {
  acme: Tenant
  domain: Domain
  connection: Connection
}

test.group('Single sign-on | its host', (group) => {
  let world: DnsWorld
  let provider: TestIdentityProvider

  group.setup(async () => {
    provider = await TestIdentityProvider.make()
  })
  group.each.setup(async () => {
    world = await DnsWorld.open()
    nameServers.use([world.asServer('Server A')])
    return async () => {
      nameServers.use()
      await world.close()
    }
  })

  /** A tenant that connected its provider while links were built from a host of its own. */
  const setUp = async (): Promise<Set> => {
    const acme = await makeTenant({ plan: 'enterprise' })
    const domain = await activeDomain(acme, someHost(), world)
    const connection = await connected(acme, provider, { name: 'Acme ID' }, ['corp.example'])
    return { acme, domain, connection }
  }
  const lose = async ({ acme, domain }: Set) => {
    await DomainRegister.remove(domain, CONSOLE)
    await project(acme)
  }
  const current = ({ acme }: Set) => inLive(acme, () => Connection.current())

  test('is where every other host sends people, while it is the tenant’s', async ({ assert }) => {
    const { acme, domain } = await setUp()
    const answer = await new Visitor(acme).get('/sso/saml/login?next=/documents')
    const expected = { next: '/documents' }
    assert.equal(answer.status, 302)
    assert.equal(new URL(String(answer.headers.location)).hostname, domain.host)
    assert.include(String(answer.headers.location), String(new URLSearchParams(expected)))
  })

  test('is none where people are sent once it leads elsewhere, to nobody or to another tenant', async ({
    assert,
  }) => {
    const set = await setUp()
    await lose(set)
    for (const isTaken of [false, true]) {
      if (isTaken) {
        await Domain.query()
          .where({ id: set.domain.id })
          .update({ kept_until: new Date(0) })
        await activeDomain(await makeTenant({ plan: 'enterprise' }), set.domain.host, world)
      }
      const { status, headers, text } = await new Visitor(set.acme).get('/sso/saml/login')
      assert.equal(status, 409)
      assert.isUndefined(headers.location)
      assert.include(text, 'Single sign-on does not work at the moment')
      assert.include(text, 'An owner can choose another host')
      assert.notInclude(text, set.domain.host)
    }
  })

  test('is none to which a signer’s proof is brought once it leads elsewhere', async ({
    assert,
  }) => {
    const set = await setUp()
    const ines = await ProvingSigner.of(set.acme)
    assert.equal((await ines.post(`${ines.link.path}/identity`)).status, 200)
    await lose(set)
    const answer = await ines.post(`${ines.link.path}/identity`)
    assert.equal(answer.status, 303)
    assert.isUndefined(answer.headers.refresh)
    const { text } = await ines.page
    assert.include(text, 'You cannot prove your identity at the moment')
  })

  test('is the only one at which responses count', async ({ assert }) => {
    const { acme, connection } = await setUp()
    await inLive(acme, () => Connecting.change({ allowsUnsolicited: true }, CONSOLE))
    const elsewhere = new SsoVisitor(acme)
    const message = responseOf(provider, connection, { nameId: `${acme.slug}@corp.example` })
    assert.equal((await elsewhere.bring(message)).status, 404)
    const there = new SsoVisitor(acme, null, connection.host)
    assert.notEqual((await there.bring(message)).status, 404)
  })

  test('is moved by an owner: new values, untested, and a log-in by them', async ({ assert }) => {
    const set = await setUp()
    const { acme, connection: before } = set
    await inLive(acme, () => Connecting.change({ makesMembers: true }, CONSOLE))
    await lose(set)
    const owner = await Visitor.as(acme)
    const overview = (await owner.get(HOME)).text
    assert.include(overview, `${before.host} does not lead here any more`)
    assert.include(overview, `href="${PAGE}"`)
    assert.notInclude(overview, `//${before.host}`)
    const to = hostOfTenant(acme)
    assert.include((await owner.get(PAGE)).text, `value="${to}"`)
    const version = (await current(set))!.version
    const moved = await owner.post(PAGE, { host: to })
    assert.equal(moved.headers.location, `${HOME}/provider`)
    const page = (await owner.followed(moved)).text
    assert.include(page, `//${to}`)
    assert.notInclude(page, before.host)
    const connection = (await current(set))!
    assert.equal(connection.host, to)
    assert.equal(connection.version, version + 1)
    assert.isFalse(connection.isTested)
    const [entry] = await inLive(acme, () => SecurityTrail.read({ limit: 1 }))
    assert.equal(entry.action, 'sso.moved')
    assert.include(entry.body.details, { from: before.host, host: to })
    const visitor = new SsoVisitor(acme)
    await visitor.logIn(provider, connection, { nameId: 'someone@corp.example' })
    assert.isTrue(await visitor.isKnown())
  })

  test('stays where it is when the form comes twice', async ({ assert }) => {
    const set = await setUp()
    const owner = await Visitor.as(set.acme)
    const form = { host: hostOfTenant(set.acme) }
    await owner.post(PAGE, form)
    const { version } = (await current(set))!
    assert.equal((await owner.post(PAGE, form)).status, 303)
    assert.equal((await current(set))!.version, version)
  })

  test('is moved by nobody else, and to no host but those of the tenant', async ({ assert }) => {
    const set = await setUp()
    const other = await makeTenant({ plan: 'enterprise' })
    const owner = await Visitor.as(set.acme)
    for (const host of [hostOfTenant(other), 'evil.example', ''])
      assert.equal((await owner.post(PAGE, { host })).status, 422)
    const admin = await Visitor.as(set.acme, 'admin')
    const form = { host: hostOfTenant(set.acme) }
    assert.equal((await admin.post(PAGE, form)).status, 403)
    assert.equal((await current(set))!.host, set.domain.host)
  })

  test('serves the dashboard: one for signing alone is no choice', async ({ assert }) => {
    const set = await setUp()
    const signing = await activeDomain(set.acme, someHost(), world, { purposes: ['signing'] })
    const owner = await Visitor.as(set.acme)
    assert.notInclude((await owner.get(PAGE)).text, `value="${signing.host}"`)
    assert.equal((await owner.post(PAGE, { host: signing.host })).status, 422)
  })

  test('takes the requirement along to nobody: it ends with the move, as with another provider', async ({
    assert,
  }) => {
    const set = await setUp()
    const { acme, connection } = set
    const user = await withPassword(acme, await ownerOf(acme))
    await withSecondFactor(acme, user)
    await inLive(acme, () => TestLogIn.pass(user.id, connection.version))
    await inLive(acme, () => Enforcement.require([user.id], asActor(user)))
    await lose(set)
    const page = (await new Visitor(acme).get('/sso/saml/login')).text
    assert.include(page, 'href="/login/emergency"')
    await inLive(acme, () => Connecting.move(hostOfTenant(acme), asActor(user)))
    assert.isFalse(await inLive(acme, () => LogInPolicy.requiresSso()))
  })

  test('is named where its domain is removed, or stops serving the dashboard', async ({
    assert,
  }) => {
    const { acme, domain } = await setUp()
    const other = await activeDomain(acme, someHost(), world)
    const owner = await Visitor.as(acme)
    for (const page of ['remove', 'edit']) {
      const told = await owner.get(`/settings/domains/${domain.id}/${page}`)
      assert.include(told.text, 'Your single sign-on is set up for this host')
      const silent = await owner.get(`/settings/domains/${other.id}/${page}`)
      assert.notInclude(silent.text, 'Your single sign-on is set up for this host')
    }
  })
})
