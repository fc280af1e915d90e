import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { CONSOLE } from '#app/cli/_console'
import { Groups } from '#app/directory/groups'
import { clock } from '#app/foundation/clock'
import type { Role } from '#app/identity/access/role'
import { Membership } from '#app/identity/users/membership'
import User from '#app/identity/users/user'
import { RoleRules } from '#app/single_sign_on/role_rules'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { doWork } from '#tests/support/inline_work'
import { GROUP, ScimClient, type Json } from '#tests/support/scim_client'
import { connected, SsoVisitor } from '#tests/support/single_sign_on'

test.group('SCIM | groups of somebody who was an owner for a while', (group) => {
  let provider: TestIdentityProvider
  let acme: Tenant
  let client: ScimClient
  let count = 0

  group.setup(async () => {
    provider = await TestIdentityProvider.make()
  })
  group.each.setup(async () => {
    acme = await makeTenant()
    client = await ScimClient.of(acme)
    await arrive(await ownerOf(acme))
  })

  /** Somebody who has come once can be the only owner. */
  const arrive = (user: User) => inLive(acme, () => user.merge({ lastSeenAt: clock.now() }).save())
  const roleOf = async ({ id }: Json): Promise<Role> =>
    (await inLive(acme, () => User.findOrFail(id))).role
  const byHand = (id: string, role: Role) =>
    inLive(acme, async () =>
      new Membership(await User.findOrFail(id), CONSOLE, 'owner').changeRole(role)
    )
  const groupOf = async (role: Role, members: Json[]): Promise<Json> => {
    const { body } = await client.post('/Groups', {
      ...{ schemas: [GROUP], displayName: `Group ${(count += 1)}` },
      members: members.map(({ id }) => ({ value: id })),
    })
    await inLive(acme, () => Groups.giveRole(body.id, role, CONSOLE))
    return body
  }
  const move = (op: 'add' | 'remove', { id }: Json, { id: of }: Json) =>
    client.patch(`/Groups/${of}`, { op, path: 'members', value: [{ value: id }] })

  test('that they left meanwhile say nothing of them any more, so the rules of log-ins count', async ({
    assert,
  }) => {
    const connection = await connected(acme, provider, {}, ['corp.example'])
    const rules = [{ attribute: null, value: 'Admins', role: 'admin' as const }]
    await inLive(acme, () => RoleRules.replace(rules, CONSOLE))
    const ann = await client.make('ann@corp.example')
    const admins = await groupOf('admin', [ann])
    await byHand(ann.id, 'owner')
    await move('remove', ann, admins)
    assert.equal(await roleOf(ann), 'owner')
    await byHand(ann.id, 'developer')
    assert.equal(await roleOf(ann), 'developer')
    const visitor = new SsoVisitor(acme)
    const groups = ['Admins']
    await visitor.logIn(provider, connection, { nameId: ann.userName, attributes: { groups } })
    assert.isTrue(await visitor.isKnown())
    assert.equal(await roleOf(ann), 'admin')
  })

  test('that they joined meanwhile give them their role, whatever was chosen by hand', async ({
    assert,
  }) => {
    const admins = await groupOf('admin', [])
    const ann = await makeUser(acme, 'owner')
    await move('add', ann, admins)
    assert.equal(await roleOf(ann), 'owner')
    const olga = await Visitor.as(acme)
    const path = `/settings/members/${ann.id}/role`
    const page = await olga.followed(await olga.post(path, { role: 'member' }))
    assert.equal(await roleOf(ann), 'admin')
    assert.include(page.text, 'is now admin')
    const [last, before] = await inLive(acme, () => SecurityTrail.read({ limit: 2 }))
    assert.deepInclude(before.body.details, { from: 'owner', to: 'member' })
    assert.deepInclude(last.body.details, { from: 'member', to: 'admin', by: 'group' })
    await move('remove', ann, admins)
    assert.equal(await roleOf(ann), 'member')
  })

  test('give it at a transfer of ownership as well', async ({ assert }) => {
    const owner = await ownerOf(acme)
    const heir = await makeUser(acme, 'admin')
    await arrive(heir)
    const developers = await groupOf('developer', [owner, heir])
    assert.equal(await roleOf(heir), 'developer')
    const by = { type: 'user', id: owner.id, name: owner.name } as const
    await inLive(acme, async () =>
      new Membership(await User.findOrFail(heir.id), by, 'owner').makeOwnerInsteadOf(
        await User.findOrFail(owner.id)
      )
    )
    assert.equal(await roleOf(heir), 'owner')
    assert.equal(await roleOf(owner), 'developer')
    await move('remove', heir, developers)
    await byHand(owner.id, 'owner')
    await byHand(heir.id, 'admin')
    assert.equal(await roleOf(heir), 'admin')
  })

  test('give it when a reseller hands the tenant over', async ({ assert }) => {
    const reseller = await makeReseller()
    acme = await makeChild(reseller)
    client = await ScimClient.of(acme)
    const owner = await ownerOf(acme)
    await arrive(owner)
    await groupOf('developer', [owner])
    const rita = await Visitor.as(reseller)
    const asked = { name: 'Milton Waddams', email: 'milton@initech.example' }
    assert.equal((await rita.post(`/tenants/${acme.id}/handover`, asked)).status, 303)
    clock.travel(8 * 86_400_000)
    const done = await doWork(acme, 'handover.end', { early: true })
    clock.restore()
    assert.equal(done, 1)
    assert.equal(await roleOf(owner), 'developer')
  })

  test('that an earlier release lost sight of are heeded at the next log-in', async ({
    assert,
  }) => {
    const connection = await connected(acme, provider, {}, ['corp.example'])
    const rules = [{ attribute: null, value: 'Admins', role: 'admin' as const }]
    await inLive(acme, () => RoleRules.replace(rules, CONSOLE))
    const [ann, bo] = [await client.make('ann@corp.example'), await client.make('bo@corp.example')]
    const logIn = async ({ userName }: Json) => {
      const visitor = new SsoVisitor(acme)
      const attributes = { groups: ['Admins'] }
      await visitor.logIn(provider, connection, { nameId: userName, attributes })
      assert.isTrue(await visitor.isKnown())
    }
    await groupOf('developer', [ann])
    // marked, and in no group that gives a role; and the other way round
    await inLive(acme, () =>
      CurrentTenant.batch([
        { text: 'insert into directory_roles (user_id) values ($1)', values: [bo.id] },
        { text: 'delete from directory_roles where user_id = $1', values: [ann.id] },
      ])
    )
    await logIn(ann)
    await logIn(bo)
    assert.equal(await roleOf(ann), 'developer')
    assert.equal(await roleOf(bo), 'admin')
  })
})
