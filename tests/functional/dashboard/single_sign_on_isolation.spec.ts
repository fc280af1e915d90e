import { test } from '@japa/runner'
import { randomBase62 } from '#app/foundation/opaque_token'
import { CONSOLE } from '#app/cli/_console'
import User from '#app/identity/users/user'
import type Connection from '#app/single_sign_on/connection'
import { RoleRules } from '#app/single_sign_on/role_rules'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { connected, responseOf, SsoVisitor } from '#tests/support/single_sign_on'

const HOME = '/settings/single-sign-on'
const PAGES = ['', '/provider', '/domains', '/attributes', '/members', '/roles', '/attempts']
const ANN = 'ann@corp.example'

/** One tenant of two that have everything in common: the provider, its certificate, the domain, and the names that it sends. */
interface Side {
  tenant: Tenant
  connection: Connection
  /** In everything that the provider says of people here. */
  canary: string
}

test.group('Single sign-on | two tenants of one provider', (group) => {
  let provider: TestIdentityProvider
  let acme: Side
  let globex: Side

  const side = async (name: string): Promise<Side> => {
    const tenant = await makeTenant({ name })
    const terms = { name: 'One ID', makesMembers: true }
    const connection = await connected(tenant, provider, terms, ['corp.example'])
    return { tenant, connection, canary: `canary${randomBase62(12).toLowerCase()}` }
  }
  const logIn = async ({ tenant, connection, canary }: Side, nameId = ANN) => {
    const visitor = new SsoVisitor(tenant)
    const attributes = { displayName: [`Ann ${canary}`], groups: [`Group ${canary}`, 'Admins'] }
    const answer = await visitor.logIn(provider, connection, { nameId, attributes })
    return { visitor, status: answer.status }
  }

  group.setup(async () => {
    provider = await TestIdentityProvider.make()
    acme = await side('Acme')
    globex = await side('Globex')
  })

  test('make a member each of the same person, with a role each', async ({ assert }) => {
    const rules = [{ attribute: null, value: 'Admins', role: 'admin' as const }]
    await inLive(acme.tenant, () => RoleRules.replace(rules, CONSOLE))
    for (const one of [acme, globex]) assert.equal((await logIn(one)).status, 303)
    const [here, there] = await Promise.all(
      [acme, globex].map(({ tenant }) => inLive(tenant, () => User.byEmail(ANN)))
    )
    assert.notEqual(here!.id, there!.id)
    assert.equal(here!.role, 'admin')
    assert.equal(there!.role, 'member')
    assert.include(here!.name, acme.canary)
    assert.include(there!.name, globex.canary)
  })

  test('take no response, code or session of each other', async ({ assert }) => {
    const { visitor } = await logIn(acme)
    assert.equal((await visitor.at(globex.tenant).get('/documents')).status, 303)
    const begun = new SsoVisitor(acme.tenant)
    const inResponseTo = await begun.begin()
    const message = responseOf(provider, acme.connection, { inResponseTo, nameId: ANN })
    const stranger = new SsoVisitor(globex.tenant)
    await stranger.begin()
    assert.equal((await stranger.bring(message)).status, 403)
    const arrived = await begun.bring(message)
    assert.equal(arrived.status, 303)
    const { search } = new URL(String(arrived.headers.location))
    stranger.cookies = new Map(begun.cookies)
    assert.equal((await stranger.get(`/sso/saml/complete${search}`)).status, 403)
    assert.isFalse(await stranger.isKnown())
    assert.equal((await begun.complete(arrived)).status, 303)
  })

  test('end no session of each other', async ({ assert }) => {
    const [here, there] = [await logIn(acme), await logIn(globex)]
    const xml = provider.logoutXml('LogoutRequest', {
      destination: acme.connection.addresses.slo,
      nameId: ANN,
      sessionIndexes: [],
    })
    const query = provider.logoutQuery('SAMLRequest', xml)
    assert.equal((await new SsoVisitor(globex.tenant).get(`/sso/saml/slo?${query}`)).status, 403)
    assert.isTrue(await here.visitor.isKnown())
    await new SsoVisitor(acme.tenant).get(`/sso/saml/slo?${query}`)
    assert.isFalse(await here.visitor.isKnown())
    assert.isTrue(await there.visitor.isKnown())
  })

  test('show nothing that the provider said of people at the other', async ({ assert }) => {
    await Promise.all([logIn(acme), logIn(globex), logIn(acme, 'stray@elsewhere.example')])
    for (const [own, other] of [
      [acme, globex],
      [globex, acme],
    ]) {
      const owner = await Visitor.as(own.tenant)
      const paths = [
        ...PAGES.map((page) => `${HOME}${page}`),
        '/settings/members',
        '/settings/security',
      ]
      const texts = await Promise.all(paths.map(async (path) => (await owner.get(path)).text))
      assert.include(texts.join(), own.canary)
      texts.forEach((text, index) => assert.notInclude(text, other.canary, paths[index]))
      assert.notInclude(await accountText(own.tenant), other.canary)
      for (const path of ['/login', '/sso/saml/metadata', '/sso/saml/login']) {
        const { text, headers } = await new Visitor(own.tenant).get(path)
        const shown = text + String(headers.location)
        assert.notInclude(shown, own.canary, path)
        assert.notInclude(shown, other.canary, path)
      }
    }
  })
})

test.group('Single sign-on | two providers of one name', () => {
  const isIn = async (
    { tenant, connection }: Pick<Side, 'tenant' | 'connection'>,
    provider: TestIdentityProvider
  ) => {
    const visitor = new SsoVisitor(tenant)
    const { status } = await visitor.logIn(provider, connection, { nameId: ANN })
    return status === 303 && (await visitor.isKnown())
  }
  const connect = (tenant: Tenant, provider: TestIdentityProvider) =>
    connected(tenant, provider, { makesMembers: true }, ['corp.example'])

  test('let nobody into another tenant, whose provider has the same entity id and other keys', async ({
    assert,
  }) => {
    const [here, there] = [await TestIdentityProvider.make(), await TestIdentityProvider.make()]
    assert.equal(here.entityId, there.entityId)
    const [acme, globex] = [await makeTenant(), await makeTenant()]
    const sides = [
      { tenant: acme, connection: await connect(acme, here) },
      { tenant: globex, connection: await connect(globex, there) },
    ]
    assert.isTrue(await isIn(sides[0], here))
    assert.isTrue(await isIn(sides[1], there))
    assert.isFalse(await isIn(sides[0], there))
    assert.isFalse(await isIn(sides[1], here))
  })

  test('let nobody in through the one that was replaced, nor end a session by it', async ({
    assert,
  }) => {
    const [first, second] = [await TestIdentityProvider.make(), await TestIdentityProvider.make()]
    const tenant = await makeTenant()
    await connect(tenant, first)
    const begun = new SsoVisitor(tenant)
    const inResponseTo = await begun.begin()
    const connection = await connect(tenant, second)
    const message = responseOf(first, connection, { inResponseTo, nameId: ANN })
    assert.equal((await begun.bring(message)).status, 403)
    assert.isFalse(await isIn({ tenant, connection }, first))
    const visitor = new SsoVisitor(tenant)
    await visitor.logIn(second, connection, { nameId: ANN })
    assert.isTrue(await visitor.isKnown())
    const destination = connection.addresses.slo
    const xml = first.logoutXml('LogoutRequest', { destination, nameId: ANN, sessionIndexes: [] })
    const query = first.logoutQuery('SAMLRequest', xml)
    assert.equal((await new SsoVisitor(tenant).get(`/sso/saml/slo?${query}`)).status, 403)
    assert.isTrue(await visitor.isKnown())
  })
})

/** All rows of its account, as text. */
async function accountText({ id, cell }: Tenant): Promise<string> {
  const { account } = schemaNames(id)
  return Cell.named(cell).as('migrator', async (client) => {
    const tables = await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = $1',
      [account]
    )
    const all = tables.rows.map(
      ({ name }) =>
        `select coalesce(string_agg(t::text, ' '), '') as text from "${account}"."${name}" t`
    )
    const { rows } = await client.query<{ text: string }>(all.join(' union all '))
    return rows.map(({ text }) => text).join()
  })
}
