import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import type { Role } from '#app/identity/access/role'
import { Teamwork } from '#app/identity/teams/teamwork'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { makeUser, inLive, newDocument, Visitor } from '#tests/support/dashboard_visitor'

const BY = { type: 'user', id: 'usr_by', name: 'By' } as const

async function teamIn(tenant: Tenant, name: string, ...members: Visitor[]): Promise<string> {
  return inLive(tenant, async () => {
    const teamwork = new Teamwork(BY)
    const id = await teamwork.create(name)
    for (const { user } of members) await teamwork.add(id, user!)
    return id
  })
}

const actionsOf = (tenant: Tenant) =>
  inLive(tenant, async () => (await SecurityTrail.read()).map(({ action }) => action))

test.group('Teams', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
    olga = await Visitor.as(acme)
  })

  test('are made, renamed and filled by owners and admins, with an entry for each change and none for a repeated one', async ({
    assert,
  }) => {
    const member = await makeUser(acme, 'member')
    const made = await olga.post('/settings/teams', { name: 'Legal' })
    const path = String(made.headers.location)
    assert.match(path, /^\/settings\/teams\/tea_/)
    const before = (await actionsOf(acme)).length
    for (let twice = 0; twice < 2; twice++) {
      await olga.post(path, { name: 'Legal affairs' })
      await olga.post(`${path}/members`, { address: member.email })
    }
    const page = await olga.get(path)
    assert.include(page.text, 'Legal affairs')
    assert.include(page.text, member.email)
    const ended = `${path}/members/${member.id}/remove`
    for (let twice = 0; twice < 2; twice++)
      assert.equal((await olga.post(ended)).headers.location, path)
    const added = (await actionsOf(acme)).slice(0, -before)
    assert.deepEqual(added, ['team.member_removed', 'team.member_added', 'team.renamed'])
    assert.include((await olga.get('/settings/security')).text, 'Added a member to a team')
  })

  test('refuse a name that another team has, one that is empty, and somebody who is no member', async ({
    assert,
  }) => {
    await teamIn(acme, 'Sales')
    const id = await teamIn(acme, 'Marketing')
    for (const name of ['sales', ' SALES ', '', 'x'.repeat(101), 'a\nb']) {
      assert.equal((await olga.post('/settings/teams', { name })).status, 422, name)
      assert.equal((await olga.post(`/settings/teams/${id}`, { name })).status, 422, name)
    }
    const stranger = await olga.post(`/settings/teams/${id}/members`, { address: 'who@else.test' })
    assert.equal(stranger.status, 422)
    assert.include(stranger.text, 'Invite them first')
    assert.include(stranger.text, 'who@else.test')
  })

  test('are one when two of the same name are made at once', async ({ assert }) => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => olga.post('/settings/teams', { name: 'At once' }))
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 422, 422])
  })

  test('are nobody’s business but owners’ and admins’', async ({ assert }) => {
    const id = await teamIn(acme, 'Board')
    for (const role of ['developer', 'member', 'viewer'] as Role[]) {
      const visitor = await Visitor.as(acme, role)
      assert.equal((await visitor.get('/settings/teams')).status, 403)
      assert.equal((await visitor.get(`/settings/teams/${id}`)).status, 403)
      assert.equal((await visitor.post(`/settings/teams/${id}/members`)).status, 403)
      assert.notInclude((await visitor.get('/documents')).text, '/settings/teams')
    }
  })

  test('of another tenant do not exist, nor do users of another tenant in them', async ({
    assert,
  }) => {
    const other = await makeTenant({ plan: 'enterprise' })
    const foreign = await teamIn(other, 'Foreign')
    const stranger = await makeUser(other, 'member')
    const own = await teamIn(acme, 'Own')
    for (const path of ['', '/delete'])
      assert.equal((await olga.get(`/settings/teams/${foreign}${path}`)).status, 404)
    for (const [path, values] of [
      ['', { name: 'Mine' }],
      ['/members', { address: olga.user!.email }],
      [`/members/${olga.user!.id}/remove`, {}],
      ['/delete', {}],
    ] as const)
      assert.equal((await olga.post(`/settings/teams/${foreign}${path}`, values)).status, 404, path)
    const added = await olga.post(`/settings/teams/${own}/members`, { address: stranger.email })
    assert.equal(added.status, 422)
    const taken = await olga.post(`/settings/teams/${own}/members/${stranger.id}/remove`)
    assert.equal(taken.status, 404)
  })

  for (const environment of ['live', 'test'] as const)
    test(`hold a document that one of them makes, in ${environment}: the others handle it until they leave the team`, async ({
      assert,
    }) => {
      const base = environment === 'test' ? '/test' : ''
      const mia = await Visitor.as(acme, 'member')
      const max = await Visitor.as(acme, 'member')
      const team = await teamIn(acme, `Contracts in ${environment}`, mia, max)
      assert.include((await mia.get(`${base}/documents/new`)).text, team)
      const made = await mia.upload(`${base}/documents`, await newDocument({ team }))
      const path = String(made.headers.location)
      assert.equal((await max.get(path)).status, 200)
      assert.include((await max.get(`${base}/documents`)).text, path)
      assert.include((await max.get(`${base}/documents?q=contract`)).text, path)
      assert.equal((await max.post(`${path}/reminders`)).status, 303)
      await inLive(acme, () => new Teamwork(BY).take(team, max.user!))
      assert.equal((await max.get(path)).status, 404)
      assert.notInclude((await max.get(`${base}/documents`)).text, path)
    })

  test('refuse a document of somebody who is in none of them', async ({ assert }) => {
    const team = await teamIn(acme, 'Closed')
    const mia = await Visitor.as(acme, 'member')
    for (const wanted of [team, 'tea_nothing', olga.user!.id]) {
      const answer = await mia.upload('/documents', await newDocument({ team: wanted }))
      assert.equal(answer.status, 422)
      assert.include(answer.text, 'You are no longer in this team')
    }
    const [rows] = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      CurrentTenant.batch([
        { text: 'select 1 from documents where created_by = $1', values: [mia.user!.id] },
      ])
    )
    assert.isEmpty(rows)
  })
})
