import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { CONSOLE } from '#app/cli/_console'
import { Groups } from '#app/directory/groups'
import { clock } from '#app/foundation/clock'
import type { Role } from '#app/identity/access/role'
import { openSession } from '#app/identity/sessions/session_opening'
import { Seats } from '#app/identity/users/seats'
import User from '#app/identity/users/user'
import { EmailDomainRegister } from '#app/single_sign_on/domains/email_domain_register'
import EmailDomain from '#app/single_sign_on/domains/email_domain'
import { ProvedDomains } from '#app/single_sign_on/proved_domains'
import { RoleRules } from '#app/single_sign_on/role_rules'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { GROUP, ScimClient, type Json } from '#tests/support/scim_client'
import { connected, SsoVisitor } from '#tests/support/single_sign_on'

const found = (tenant: Tenant, id: string) => inLive(tenant, () => User.findOrFail(id))

test.group('SCIM | members', (group) => {
  let acme: Tenant
  let client: ScimClient
  let count = 0
  const address = () => `protected${(count += 1)}@corp.example`

  group.setup(async () => {
    acme = await makeTenant()
    client = await ScimClient.of(acme)
  })

  test('who are deactivated stay so until somebody says that they are active', async ({
    assert,
  }) => {
    const { id, userName } = await client.make(address())
    await client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    const emails = [{ value: userName }]
    const silent = [
      () => client.patch(`/Users/${id}`, { op: 'remove', path: 'active' }),
      () => client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: null }),
      () => client.patch(`/Users/${id}`, { op: 'replace', value: { active: null, title: 'x' } }),
      () => client.send('PUT', `/Users/${id}`, { userName, emails, active: null }),
      () => client.send('PUT', `/Users/${id}`, { userName, emails }),
    ]
    for (const say of silent) {
      const { status, body, answer } = await say()
      assert.equal(status, 200, answer.text)
      assert.isFalse(body.active)
      assert.isTrue((await found(acme, id)).isDisabled)
    }
    const on = await client.patch(`/Users/${id}`, { op: 'add', path: 'active', value: true })
    assert.isTrue(on.body.active)
  })

  test('who are owners move between domains that let owners in, and no others', async ({
    assert,
  }) => {
    const owner = await makeUser(acme, 'owner')
    const [from, proved, letIn] = [owner.email.split('@')[1], 'proved.example', 'owners.example']
    for (const domain of [from, proved, letIn])
      await inLive(acme, () => unit(() => ProvedDomains.vouchFor(domain)))
    const letting = (name: string, isIn: boolean) =>
      inLive(acme, async () => {
        const { id } = await EmailDomain.findByOrFail('domain', name)
        const { id: by, name: called } = await ownerOf(acme)
        await EmailDomainRegister.letOwnersIn(id, isIn, { type: 'user', id: by, name: called })
      })
    const moveTo = (domain: string) =>
      client.patch(`/Users/${owner.id}`, {
        ...{ op: 'replace', path: 'emails', value: [{ value: `olga${count}@${domain}` }] },
      })
    await letting(proved, false)
    const refused = await moveTo(proved)
    assert.equal(refused.status, 403)
    assert.equal((await found(acme, owner.id)).email, owner.email)
    await letting(from, false)
    assert.equal((await moveTo(letIn)).status, 403)
    await letting(from, true)
    assert.equal((await moveTo(letIn)).status, 200)
    assert.equal((await found(acme, owner.id)).email, `olga${count}@${letIn}`)
  })

  test('are changed with an owner’s authority once the owner who made the token has left or stepped down', async ({
    assert,
  }) => {
    const globex = await makeTenant()
    const theirs = await ScimClient.of(globex)
    const maker = await ownerOf(globex)
    const second = await withPassword(globex, await makeUser(globex, 'owner'))
    const third = await makeUser(globex, 'owner')
    const { id } = await theirs.make(address())
    const end = (who: string) =>
      theirs.patch(`/Users/${who}`, { op: 'replace', path: 'active', value: false })
    const browser = await loggedIn(globex, third)
    await inLive(globex, () => maker.merge({ role: 'admin' }).save())
    const ended = await end(third.id)
    assert.equal(ended.status, 200, ended.answer.text)
    assert.match(String((await browser.get('/documents')).headers.location), /^\/login/)
    assert.isTrue((await found(globex, third.id)).isDisabled)
    await inLive(globex, () => maker.merge({ disabledAt: clock.now() }).save())
    assert.equal((await end(id)).status, 200)
    assert.isTrue((await found(globex, id)).isDisabled)
    assert.equal((await end(second.id)).status, 409)
  })

  test('beyond the seats of the plan are refused, and come in once a seat is free', async ({
    assert,
  }) => {
    const globex = await makeTenant()
    const theirs = await ScimClient.of(globex)
    const first = await theirs.make(address())
    const [seats] = await inLive(globex, () => CurrentTenant.batch([Seats.statement]))
    const { used } = Seats.from(seats)
    await limitTo(globex, used)
    const before = await inLive(globex, () => SecurityTrail.read({ limit: 1 }))
    const userName = address()
    const refused = await theirs.post('/Users', { userName })
    assert.equal(refused.status, 403)
    assert.equal(refused.body.status, '403')
    assert.match(refused.body.detail, /every seat is taken/)
    const inactive = await theirs.make(address(), { active: false })
    const risen = await theirs.patch(`/Users/${inactive.id}`, {
      ...{ op: 'replace', path: 'active', value: true },
    })
    assert.equal(risen.status, 403)
    assert.isTrue((await found(globex, inactive.id)).isDisabled)
    assert.equal((await theirs.find(`userName eq "${userName}"`)).body.totalResults, 0)
    const [made] = await inLive(globex, () => SecurityTrail.read({ limit: 1 }))
    assert.equal(made.sequence, before[0].sequence + 1)
    await theirs.patch(`/Users/${first.id}`, { op: 'replace', path: 'active', value: false })
    const two = [address(), address()].map((name) => theirs.post('/Users', { userName: name }))
    const statuses = (await Promise.all(two)).map(({ status }) => status)
    assert.sameMembers(statuses, [201, 403])
  })
})

test.group('SCIM | groups beside the role rules of single sign-on', (group) => {
  group.each.setup(() => () => clock.restore())

  test('rule over them: the role of a group stays at every log-in, and goes with the group', async ({
    assert,
  }) => {
    const acme = await makeTenant()
    const provider = await TestIdentityProvider.make()
    const connection = await connected(acme, provider, { makesMembers: true }, ['corp.example'])
    const rules = [{ attribute: null, value: 'Admins', role: 'admin' as const }]
    await inLive(acme, () => RoleRules.replace(rules, CONSOLE))
    const client = await ScimClient.of(acme)
    const ann = await client.make('ann@corp.example')
    const { body: team } = await client.post('/Groups', {
      ...{ schemas: [GROUP], displayName: 'Team', members: [{ value: ann.id }] },
    })
    const logIn = async (groups: string[]) => {
      const visitor = new SsoVisitor(acme)
      await visitor.logIn(provider, connection, { nameId: ann.userName, attributes: { groups } })
      assert.isTrue(await visitor.isKnown())
      return roleOf(acme, ann)
    }
    assert.equal(await logIn(['Admins']), 'admin')
    await inLive(acme, () => Groups.giveRole(team.id, 'developer', CONSOLE))
    assert.equal(await logIn(['Admins']), 'developer')
    assert.equal(await logIn([]), 'developer')
    const changes = (await inLive(acme, () => SecurityTrail.read())).filter(
      ({ action }) => action === 'member.role_changed'
    )
    assert.lengthOf(changes, 2)
    const out = { op: 'remove', path: `members[value eq "${ann.id}"]` }
    await client.patch(`/Groups/${team.id}`, out)
    assert.equal(await roleOf(acme, ann), 'member')
    assert.equal(await logIn(['Admins']), 'admin')
    await client.patch(`/Groups/${team.id}`, {
      op: 'add',
      path: 'members',
      value: [{ value: ann.id }],
    })
    assert.equal(await logIn(['Admins']), 'developer')
    await inLive(acme, () => Groups.giveRole(team.id, null, CONSOLE))
    assert.equal(await logIn(['Admins']), 'admin')
  })
})

async function loggedIn(tenant: Tenant, user: User): Promise<Visitor> {
  const visitor = new Visitor(tenant, user)
  const { token } = await inLive(tenant, () => openSession(user))
  visitor.cookies.set('session', token.release())
  return visitor
}

async function roleOf(tenant: Tenant, { id }: Json): Promise<Role> {
  return (await found(tenant, id)).role
}

async function limitTo(tenant: Tenant, members: number): Promise<void> {
  await Cell.named(tenant.cell).as('migrator', (database) =>
    database.query(
      `update ${schemaNames(tenant.id).account}.standing
          set entitlements = jsonb_set(entitlements, '{members}', $1::jsonb)`,
      [JSON.stringify(members)]
    )
  )
}
