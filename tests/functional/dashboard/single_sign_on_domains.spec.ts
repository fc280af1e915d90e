import { test } from '@japa/runner'
import EmailDomain from '#app/single_sign_on/domains/email_domain'
import { nameServers } from '#app/tenants/hosts/name_server'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { connected, SsoVisitor } from '#tests/support/single_sign_on'

const PAGE = '/settings/single-sign-on/domains'
const DOMAIN = `staff-${process.pid}.com`

test.group('Single sign-on | domains', (group) => {
  let acme: Tenant
  let admin: Visitor
  let world: DnsWorld

  group.setup(async () => {
    acme = await makeTenant()
    admin = await Visitor.as(acme, 'admin')
    world = await DnsWorld.open()
    nameServers.use([world.asServer()])
    return async () => {
      nameServers.use()
      await world.close()
    }
  })

  const added = () => inLive(acme, () => EmailDomain.findOrFail(DOMAIN))

  test('are added with the record to write, and proved when it is there', async ({ assert }) => {
    assert.equal((await admin.post(PAGE, { domain: `@${DOMAIN}` })).status, 303)
    const { id, record } = await added()
    const before = (await admin.get(PAGE)).text
    for (const part of [record.name, record.value, 'Waiting for the record'])
      assert.include(before, part)
    world.write(record.name, { TXT: [record.value] })
    assert.equal((await admin.post(`${PAGE}/check`, { id })).status, 303)
    assert.include((await admin.get(PAGE)).text, '>Proved<')
  })

  test('refuse what is no domain of the tenant’s, with the reason beside it', async ({
    assert,
  }) => {
    for (const domain of ['gmail.com', 'not a domain', '', DOMAIN]) {
      const { status, text } = await admin.post(PAGE, { domain })
      assert.equal(status, 422, domain)
      assert.include(text, 'field-error')
    }
  })

  test('make members of people who come by them, and let an owner in by an owner’s word alone', async ({
    assert,
  }) => {
    const provider = await TestIdentityProvider.make()
    const connection = await connected(acme, provider, { makesMembers: true })
    const logIn = (nameId: string) => new SsoVisitor(acme).logIn(provider, connection, { nameId })
    assert.equal((await logIn(`new@${DOMAIN}`)).status, 303)
    const owner = await Visitor.as(acme)
    await inLive(acme, () => owner.user!.merge({ email: `boss@${DOMAIN}` }).save())
    assert.equal((await logIn(`boss@${DOMAIN}`)).status, 403)
    const { id } = await added()
    const form = { id, letsOwnersIn: 'yes' }
    assert.notInclude((await admin.get(PAGE)).text, 'Let owners in')
    assert.equal((await admin.post(`${PAGE}/owners`, form)).status, 403)
    assert.equal((await logIn(`boss@${DOMAIN}`)).status, 403)
    assert.equal((await owner.post(`${PAGE}/owners`, form)).status, 303)
    assert.equal((await logIn(`boss@${DOMAIN}`)).status, 303)
    const other = await TestIdentityProvider.make()
    const mine = { name: 'Mine', metadata: other.metadata() }
    const replaced = await admin.post('/settings/single-sign-on/provider', mine)
    assert.equal(replaced.status, 403)
    assert.equal((await admin.post(`${PAGE}/remove`, { id })).status, 403)
    assert.equal((await owner.post(`${PAGE}/remove`, { id })).status, 303)
    assert.equal((await logIn(`boss@${DOMAIN}`)).status, 403)
  })

  test('are nobody’s at another tenant, and nobody’s who may not manage members', async ({
    assert,
  }) => {
    await admin.post(PAGE, { domain: DOMAIN })
    const { id } = await added()
    const stranger = await Visitor.as(await makeTenant())
    for (const verb of ['check', 'owners', 'remove'])
      assert.equal((await stranger.post(`${PAGE}/${verb}`, { id })).status, 404, verb)
    assert.notInclude((await stranger.get(PAGE)).text, DOMAIN)
    const member = await Visitor.as(acme, 'member')
    assert.equal((await member.get(PAGE)).status, 403)
    assert.equal((await member.post(`${PAGE}/remove`, { id })).status, 403)
    assert.equal((await admin.post(`${PAGE}/check`, { id: 'ssd_\0' })).status, 404)
    assert.equal((await added()).id, id)
  })
})
