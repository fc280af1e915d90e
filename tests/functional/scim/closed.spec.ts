import { test } from '@japa/runner'
import { CONSOLE } from '#app/cli/_console'
import DirectoryToken from '#app/directory/directory_token'
import { Groups } from '#app/directory/groups'
import type { Role } from '#app/identity/access/role'
import User from '#app/identity/users/user'
import { Suspension } from '#app/tenants/suspension'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { changePlan } from '#tests/support/plan_change'
import { settle } from '#tests/support/platform_duty'
import { GROUP, ScimClient, type Json } from '#tests/support/scim_client'

const found = (tenant: Tenant, id: string) => inLive(tenant, () => User.findOrFail(id))

const CLOSURES = [
  {
    name: 'is suspended',
    says: /suspended/,
    close: async (tenant: Tenant) => {
      await Suspension.impose(tenant.id, { reason: 'Unpaid' })
      await settle(tenant)
    },
  },
  {
    name: 'has a plan without single sign-on',
    says: /does not include/,
    close: (tenant: Tenant) => changePlan(tenant, 'pro'),
  },
]

for (const { name, says, close } of CLOSURES) {
  test.group(`SCIM | a tenant that ${name}`, (group) => {
    let acme: Tenant
    let client: ScimClient
    let count = 0
    const address = () => `leaver${(count += 1)}@corp.example`

    group.each.setup(async () => {
      acme = await makeTenant({ plan: 'business' })
      client = await ScimClient.of(acme)
    })

    const groupOf = async (members: Json[], role: Role | null = null): Promise<Json> => {
      const { body } = await client.post('/Groups', {
        ...{ schemas: [GROUP], displayName: `Group ${(count += 1)}` },
        members: members.map(({ id }) => ({ value: id })),
      })
      if (role) await inLive(acme, () => Groups.giveRole(body.id, role, CONSOLE))
      return body
    }

    test('has members deactivated, by PATCH, as Okta sends it by PUT, and by DELETE', async ({
      assert,
    }) => {
      const visitor = await Visitor.as(acme, 'member')
      const leaver = await withPassword(acme, visitor.user!)
      const [second, third] = [await client.make(address()), await client.make(address())]
      await close(acme)
      const search = await client.find(`userName eq "${leaver.email}"`)
      assert.equal(search.status, 200)
      const [{ id }] = search.body.Resources
      assert.equal((await visitor.get('/documents')).status, 200)
      const off = await client.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
      assert.equal(off.status, 200, off.answer.text)
      assert.isFalse(off.body.active)
      assert.isTrue((await found(acme, id)).isDisabled)
      assert.match(String((await visitor.get('/documents')).headers.location), /^\/login/)
      const again = await client.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
      assert.equal(again.status, 200)
      const { body } = await client.get(`/Users/${second.id}`)
      const put = await client.send('PUT', `/Users/${second.id}`, { ...body, active: false })
      assert.equal(put.status, 200, put.answer.text)
      assert.isTrue((await found(acme, second.id)).isDisabled)
      assert.equal((await client.send('DELETE', `/Users/${third.id}`)).status, 204)
      assert.isTrue((await found(acme, third.id)).isRemoved)
    })

    test('has members taken out of groups, and the roles of these with them', async ({
      assert,
    }) => {
      const people = await Promise.all([1, 2, 3].map(() => client.make(address())))
      const admins = await groupOf(people, 'admin')
      await close(acme)
      const roles = () => Promise.all(people.map(async ({ id }) => (await found(acme, id)).role))
      const out = (path: string) => client.patch(`/Groups/${admins.id}`, { op: 'remove', path })
      assert.equal((await client.get(`/Groups/${admins.id}`)).status, 200)
      assert.equal((await out(`members[value eq "${people[0].id}"]`)).status, 200)
      assert.deepEqual(await roles(), ['member', 'admin', 'admin'])
      const put = await client.send('PUT', `/Groups/${admins.id}`, {
        ...{ schemas: [GROUP], displayName: admins.displayName },
        members: [{ value: people[1].id }],
      })
      assert.equal(put.status, 200, put.answer.text)
      assert.deepEqual(await roles(), ['member', 'admin', 'member'])
      assert.equal((await client.send('DELETE', `/Groups/${admins.id}`)).status, 204)
      assert.deepEqual(await roles(), ['member', 'member', 'member'])
    })

    test('has nobody made, activated, changed or put into a group', async ({ assert }) => {
      const [ann, bo] = [await client.make(address()), await client.make(address())]
      const off = await client.make(address(), { active: false })
      const admins = await groupOf([ann], 'admin')
      await close(acme)
      const attempts = {
        made: () => client.post('/Users', { userName: address() }),
        activated: () =>
          client.patch(`/Users/${off.id}`, { op: 'replace', path: 'active', value: true }),
        renamed: () =>
          client.patch(`/Users/${ann.id}`, { op: 'replace', path: 'displayName', value: 'Ann' }),
        replaced: () => client.send('PUT', `/Users/${ann.id}`, { ...ann, title: 'Head' }),
        grouped: () => client.post('/Groups', { displayName: 'More' }),
        added: () =>
          client.patch(`/Groups/${admins.id}`, {
            ...{ op: 'add', path: 'members', value: [{ value: bo.id }] },
          }),
        exchanged: () =>
          client.send('PUT', `/Groups/${admins.id}`, {
            ...{ displayName: admins.displayName, members: [{ value: bo.id }] },
          }),
        called: () =>
          client.patch(
            `/Groups/${admins.id}`,
            { op: 'remove', path: 'members' },
            { op: 'replace', path: 'displayName', value: 'Other' }
          ),
      }
      for (const [what, attempt] of Object.entries(attempts)) {
        const { status, body } = await attempt()
        assert.equal(status, 403, what)
        assert.match(body.detail, says, what)
      }
      assert.isTrue((await found(acme, off.id)).isDisabled)
      assert.equal((await found(acme, ann.id)).role, 'admin')
      assert.equal((await found(acme, bo.id)).role, 'member')
      const { body } = await client.get(`/Groups/${admins.id}`)
      assert.deepEqual(
        body.members.map(({ value }: Json) => value),
        [ann.id]
      )
    })

    test('has nobody taken out of a group that holds their role down', async ({ assert }) => {
      const [ann, bo] = [await client.make(address()), await client.make(address())]
      const viewers = await groupOf([ann, bo], 'viewer')
      await close(acme)
      const out = await client.patch(`/Groups/${viewers.id}`, {
        ...{ op: 'remove', path: `members[value eq "${ann.id}"]` },
      })
      assert.equal(out.status, 403)
      assert.match(out.body.detail, says)
      assert.equal((await client.send('DELETE', `/Groups/${viewers.id}`)).status, 403)
      assert.equal((await found(acme, ann.id)).role, 'viewer')
      assert.equal((await client.send('DELETE', `/Users/${ann.id}`)).status, 204)
    })

    test('has its tokens end as ever: revoked, they read and deactivate nothing', async ({
      assert,
    }) => {
      const ann = await client.make(address())
      const owner = await Visitor.as(acme, 'owner')
      await close(acme)
      const page = await owner.get('/settings/single-sign-on/directory')
      const [token] = await inLive(acme, () => DirectoryToken.inForce())
      assert.include(page.text, `value="${token.id}"`)
      await owner.post('/settings/single-sign-on/directory/tokens/revoke', { id: token.id })
      assert.equal((await client.get('/Users')).status, 401)
      assert.equal((await client.send('DELETE', `/Users/${ann.id}`)).status, 401)
      assert.isFalse((await found(acme, ann.id)).isRemoved)
    })
  })
}

test.group('SCIM | a tenant whose plan has single sign-on again', () => {
  test('has people made with the token that it had', async ({ assert }) => {
    const acme = await makeTenant({ plan: 'business' })
    const client = await ScimClient.of(acme)
    const member = await makeUser(acme, 'member')
    await changePlan(acme, 'pro')
    assert.equal((await client.post('/Users', { userName: 'new@corp.example' })).status, 403)
    await changePlan(acme, 'business')
    assert.equal((await client.post('/Users', { userName: 'new@corp.example' })).status, 201)
    const title = { op: 'add', path: 'title', value: 'Head' }
    assert.equal((await client.patch(`/Users/${member.id}`, title)).status, 200)
  })
})
