import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { PAGES } from '#app/dashboard/single_sign_on/settings/settings_page'
import Connection from '#app/single_sign_on/connection'
import { SecurityTrail } from '#app/audit/security_trail'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { aceProcess } from '#tests/support/node_process'
import { agreement, connected, SsoVisitor } from '#tests/support/single_sign_on'

const HOME = '/settings/single-sign-on'
const PAGE = `${HOME}/provider`

test.group('Single sign-on | settings', (group) => {
  let acme: Tenant
  let admin: Visitor
  let provider: TestIdentityProvider

  group.setup(async () => {
    acme = await makeTenant()
    admin = await Visitor.as(acme, 'admin')
    provider = await TestIdentityProvider.make()
  })

  test('show our values before anything is connected', async ({ assert }) => {
    const { status, text } = await admin.get(PAGE)
    assert.equal(status, 200)
    for (const path of ['metadata', 'acs', 'slo']) assert.include(text, `/sso/saml/${path}<`)
    assert.include(text, '>Connect<')
  })

  test('show what is missing, and the next step, as it is done', async ({ assert }) => {
    const globex = await makeTenant()
    const visitor = await Visitor.as(globex, 'admin')
    assert.include((await visitor.get(HOME)).text, 'Next: Connect your identity provider.')
    const form = { name: 'Globex ID', metadata: provider.metadata() }
    assert.equal((await visitor.post(PAGE, form)).headers.location, HOME)
    assert.include((await visitor.get(HOME)).text, 'Next: Log in through it.')
    await visitor.post(`${HOME}/off`)
    assert.include((await visitor.get(HOME)).text, 'Next: Turn it on.')
    for (const { path } of PAGES)
      assert.include((await visitor.get(path)).text, `href="${path}" aria-current="page"`)
  })

  test('refuse metadata that are none, with the reason, and keep the rest', async ({ assert }) => {
    const form = { name: 'Acme ID', metadata: '<a/>' }
    const { status, text } = await admin.post(PAGE, form)
    assert.equal(status, 422)
    assert.include(text, 'The metadata cannot be used.')
    assert.include(text, 'value="Acme ID"')
    assert.equal((await admin.post(PAGE, { name: 'Acme ID' })).status, 422)
    assert.isNull(await inLive(acme, () => Connection.current()))
  })

  test('connect by pasted metadata, change terms, turn off and on, each in the trail', async ({
    assert,
  }) => {
    const metadata = provider.metadata()
    assert.equal((await admin.post(PAGE, { name: 'Acme ID', metadata })).status, 303)
    assert.include((await new Visitor(acme).get('/login')).text, 'Continue with Acme ID')
    assert.equal((await admin.post(PAGE, { name: 'Acme' })).status, 303)
    const changed = { makesMembers: 'yes', defaultRole: 'developer' }
    assert.equal((await admin.post(`${HOME}/members`, changed)).status, 303)
    const connection = await inLive(acme, () => Connection.current())
    assert.equal(connection?.provider, provider.entityId)
    assert.equal(connection?.defaultRole, 'developer')
    assert.isTrue(connection?.makesMembers)
    assert.equal(connection?.name, 'Acme')
    await admin.post(`${HOME}/off`)
    assert.equal((await new Visitor(acme).get('/sso/saml/login')).status, 404)
    assert.include((await admin.get(HOME)).text, 'Single sign-on is turned off')
    await admin.post(`${HOME}/on`)
    const entries = await inLive(acme, () => SecurityTrail.read({ limit: 5 }))
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['sso.turned_on', 'sso.turned_off', 'sso.changed', 'sso.changed', 'sso.connected']
    )
  })

  test('let owners alone replace a provider that may let owners in', async ({ assert }) => {
    const globex = await makeTenant()
    const genuine = await connected(globex, provider, {}, ['corp.example'])
    const other = await TestIdentityProvider.make()
    const form = { name: 'Mine', metadata: other.metadata() }
    const refused = await (await Visitor.as(globex, 'admin')).post(PAGE, form)
    assert.equal(refused.status, 403)
    const kept = await inLive(globex, () => Connection.current())
    assert.equal(kept?.version, genuine.version)
    assert.deepEqual(kept?.certificates, genuine.certificates)
    const owner = await Visitor.as(globex, 'owner')
    const { text } = await owner.post(PAGE, form)
    assert.equal((await owner.post(PAGE, agreement(text))).status, 303)
  })

  test('tell of each attempt what was expected, what came, and what to do', async ({ assert }) => {
    const visitor = new SsoVisitor(acme)
    const inResponseTo = await visitor.begin()
    const connection = (await inLive(acme, () => Connection.current()))!
    const { acs: acsUrl } = connection.addresses
    const message = provider.response({ audience: 'https://wrong.example', acsUrl, inResponseTo })
    const { text: told } = await visitor.bring(message)
    const [number] = /ssa_\w+/.exec(told)!
    const { text } = await admin.get(`${HOME}/attempts`)
    assert.include(text, number)
    assert.include(text, 'E_AUDIENCE')
    assert.include(text, 'https://wrong.example')
    assert.include(text, 'Set the audience (entity ID) at the provider')
  })

  test('can be made on the command line, by the same way', async ({ assert }) => {
    const initech = await makeTenant()
    const folder = await mkdtemp(join(tmpdir(), 'sso-'))
    const file = join(folder, 'idp.xml')
    await writeFile(file, provider.metadata())
    const terms = ['--name=Initech ID', '--domain=corp.example', '--members', '--json']
    const { code, output } = await aceProcess([
      'sso:connect',
      initech.slug,
      `--metadata=${file}`,
      ...terms,
    ])
    await rm(folder, { recursive: true })
    assert.equal(code, 0, output)
    const connection = (await inLive(initech, () => Connection.current()))!
    assert.include(output, JSON.stringify(connection.addresses.acs))
    assert.isTrue(connection.makesMembers)
    const visitor = new SsoVisitor(initech)
    await visitor.logIn(provider, connection)
    assert.include((await visitor.get('/documents')).text, 'ann@corp.example')
    const [entry] = (await inLive(initech, () => SecurityTrail.read())).filter(
      ({ action }) => action === 'sso.connected'
    )
    assert.isDefined(entry)
  })

  test('are for owners and administrators, and say so where the plan has none', async ({
    assert,
  }) => {
    for (const role of ['developer', 'member'] as const) {
      const visitor = await Visitor.as(acme, role)
      for (const { path } of PAGES) assert.equal((await visitor.get(path)).status, 403)
    }
    const pro = await Visitor.as(await makeTenant({ plan: 'pro' }))
    const main = (await pro.get(PAGE)).text.split('<main')[1]
    assert.include(main, 'Your plan does not include single sign-on')
    assert.include(main, 'See plans')
    assert.notInclude(main, 'What was set up stays')
    const answer = await pro.post(PAGE, { name: 'x', metadata: provider.metadata() })
    assert.equal(answer.status, 403)
  })
})
