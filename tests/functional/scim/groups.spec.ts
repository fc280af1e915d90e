import { test } from '@japa/runner'
import { Groups } from '#app/directory/groups'
import { CONSOLE } from '#app/cli/_console'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { AuditVerification } from '#app/audit/audit_verification'
import { SecurityTrail } from '#app/audit/security_trail'
import type { Role } from '#app/identity/access/role'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf } from '#tests/support/dashboard_visitor'
import { GROUP, ScimClient, type Json } from '#tests/support/scim_client'

test.group('SCIM | groups', (group) => {
  let acme: Tenant
  let client: ScimClient
  let ann: Json
  let bo: Json
  let count = 0

  group.setup(async () => {
    acme = await makeTenant()
    client = await ScimClient.of(acme)
    ann = await client.make('ann@corp.example')
    bo = await client.make('bo@corp.example')
  })

  const make = async (members: Json[] = []): Promise<Json> => {
    const displayName = `Group ${(count += 1)}`
    const { status, body } = await client.post('/Groups', {
      ...{ schemas: [GROUP], displayName },
      members: members.map(({ id }) => ({ value: id })),
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body
  }
  const membersOf = async (id: string) =>
    ((await client.get(`/Groups/${id}`)).body.members ?? []).map(({ value }: Json) => value)
  const roleOf = async ({ id }: Json): Promise<Role> =>
    (await inLive(acme, () => User.findOrFail(id))).role
  const giveRole = (id: string, role: Role | null) =>
    inLive(acme, () => Groups.giveRole(id, role, CONSOLE))

  test('are made, filled, emptied and deleted as Okta does it', async ({ assert }) => {
    const made = await make()
    assert.notProperty(made, 'members')
    const added = await client.patch(`/Groups/${made.id}`, {
      ...{ op: 'add', path: 'members' },
      value: [
        { value: ann.id, display: 'ann@corp.example' },
        { value: bo.id, display: 'bo@corp.example' },
      ],
    })
    assert.equal(added.status, 200)
    assert.sameMembers(await membersOf(made.id), [ann.id, bo.id])
    const renamed = await client.patch(`/Groups/${made.id}`, {
      ...{ op: 'replace', value: { id: made.id, displayName: 'Renamed by Okta' } },
    })
    assert.equal(renamed.body.displayName, 'Renamed by Okta')
    await client.patch(`/Groups/${made.id}`, {
      ...{ op: 'remove', path: `members[value eq "${ann.id}"]` },
    })
    assert.deepEqual(await membersOf(made.id), [bo.id])
    const put = await client.send('PUT', `/Groups/${made.id}`, {
      ...{ schemas: [GROUP], displayName: 'Renamed by Okta', members: [{ value: ann.id }] },
    })
    assert.equal(put.status, 200)
    assert.deepEqual(await membersOf(made.id), [ann.id])
    assert.deepInclude((await client.get(`/Users/${ann.id}`)).body.groups, {
      ...{ value: made.id, display: 'Renamed by Okta' },
      $ref: made.meta.location,
    })
    assert.equal((await client.send('DELETE', `/Groups/${made.id}`)).status, 204)
    assert.equal((await client.get(`/Groups/${made.id}`)).status, 404)
  })

  test('are found and changed as Entra ID does it, without their members', async ({ assert }) => {
    const made = await make([ann])
    const query = new URLSearchParams({
      excludedAttributes: 'members',
      filter: `displayName eq "${made.displayName.toUpperCase()}"`,
    })
    const { body } = await client.get(`/Groups?${query}`)
    assert.equal(body.totalResults, 1)
    assert.notProperty(body.Resources[0], 'members')
    await client.patch(`/Groups/${made.id}`, {
      ...{ op: 'Add', path: 'members', value: [{ value: bo.id }] },
    })
    await client.patch(`/Groups/${made.id}`, {
      ...{ op: 'Remove', path: 'members', value: [{ value: ann.id }] },
    })
    assert.deepEqual(await membersOf(made.id), [bo.id])
    const within = await client.find(`id eq "${made.id}" and members eq "${bo.id}"`, 'Groups')
    assert.equal(within.body.totalResults, 1)
    const without = await client.find(`id eq "${made.id}" and members eq "${ann.id}"`, 'Groups')
    assert.equal(without.body.totalResults, 0)
    await client.patch(`/Groups/${made.id}`, { op: 'Remove', path: 'members' })
    assert.deepEqual(await membersOf(made.id), [])
  })

  test('are listed twenty at a time with their members, and two hundred without', async ({
    assert,
  }) => {
    const [first, second] = [await make([ann]), await make([bo])]
    const ids = Array.from({ length: 30 }, (_, n) => `grp_01${String(n).padStart(24, '0')}`)
    const more = `insert into directory_groups (id, display_name, created_at, updated_at)
      select id, id, now(), now() from unnest($1::text[]) id`
    await inLive(acme, () => CurrentTenant.batch([{ text: more, values: [ids] }]))
    const seen: string[] = []
    for (let startIndex = 1; ;) {
      const { body } = await client.get(`/Groups?startIndex=${startIndex}&count=200`)
      assert.isAtMost(body.itemsPerPage, 20)
      assert.lengthOf(body.Resources, body.itemsPerPage)
      seen.push(...body.Resources.map(({ id }: Json) => id))
      startIndex += body.itemsPerPage
      if (startIndex > body.totalResults) break
    }
    assert.includeMembers(seen, [first.id, second.id, ...ids])
    assert.lengthOf(new Set(seen), seen.length)
    for (const query of ['excludedAttributes=members', 'attributes=displayName']) {
      const { body } = await client.get(`/Groups?count=200&${query}`)
      assert.equal(body.itemsPerPage, body.totalResults, query)
      assert.isAbove(body.itemsPerPage, 30, query)
    }
    await inLive(acme, () =>
      CurrentTenant.batch([
        { text: 'delete from directory_groups where id = any ($1)', values: [ids] },
      ])
    )
  })

  test('take several steps of one request in their order', async ({ assert }) => {
    const made = await make([bo])
    const steps: [string, Json[]][] = [
      ['add', [ann]],
      ['replace', [ann]],
      ['add', [bo]],
      ['remove', [ann]],
    ]
    const operations = steps.map(([op, members]) => ({
      ...{ op, path: 'members', value: members.map(({ id }) => ({ value: id })) },
    }))
    const changed = await client.patch(`/Groups/${made.id}`, ...operations)
    assert.deepEqual(await membersOf(made.id), [bo.id])
    assert.equal(changed.body.meta.version, made.meta.version)
    await client.patch(`/Groups/${made.id}`, { op: 'remove', path: 'members' }, operations[0])
    assert.deepEqual(await membersOf(made.id), [ann.id])
  })

  test('give their role to members, the one with the most rights first, and take it back', async ({
    assert,
  }) => {
    const [admins, developers] = [await make([ann]), await make([ann, bo])]
    await giveRole(developers.id, 'developer')
    assert.deepEqual(await Promise.all([ann, bo].map(roleOf)), ['developer', 'developer'])
    await giveRole(admins.id, 'admin')
    assert.equal(await roleOf(ann), 'admin')
    const [entry] = await inLive(acme, () => SecurityTrail.read({ limit: 1 }))
    assert.equal(entry.action, 'member.role_changed')
    assert.deepInclude(entry.body.details, { from: 'developer', to: 'admin', by: 'group' })
    await client.patch(`/Groups/${admins.id}`, {
      ...{ op: 'remove', path: `members[value eq "${ann.id}"]` },
    })
    assert.equal(await roleOf(ann), 'developer')
    await client.send('DELETE', `/Groups/${developers.id}`)
    assert.deepEqual(await Promise.all([ann, bo].map(roleOf)), ['member', 'member'])
  })

  test('leave a role that was given by hand, and owners', async ({ assert }) => {
    const [developer, owner] = [await makeUser(acme, 'developer'), await ownerOf(acme)]
    const made = await make([developer, owner])
    await client.patch(`/Groups/${made.id}`, { op: 'remove', path: 'members' })
    assert.equal(await roleOf(developer), 'developer')
    const admins = await make([owner])
    await giveRole(admins.id, 'member')
    assert.equal(await roleOf(owner), 'owner')
  })

  test('hold people of this tenant alone, each once, under names of their own', async ({
    assert,
  }) => {
    const globex = await makeTenant()
    const stranger = await ownerOf(globex)
    const made = await make()
    const answer = await client.patch(`/Groups/${made.id}`, {
      ...{ op: 'add', path: 'members', value: [{ value: ann.id }, { value: stranger.id }] },
    })
    assert.equal(answer.status, 400)
    assert.equal(answer.body.scimType, 'invalidValue')
    assert.deepEqual(await membersOf(made.id), [])
    await client.patch(`/Groups/${made.id}`, {
      ...{ op: 'add', path: 'members', value: [{ value: ann.id }, { value: ann.id }] },
    })
    assert.deepEqual(await membersOf(made.id), [ann.id])
    const twice = await client.post('/Groups', {
      ...{ schemas: [GROUP], displayName: made.displayName.toUpperCase() },
    })
    assert.equal(twice.status, 409)
    assert.equal((await client.post('/Groups', { schemas: [GROUP] })).status, 400)
  })
})

test.group('SCIM | large groups', () => {
  /** More than the values of their entries could be bound in one statement. */
  const MANY = 4_200

  test('are written whole, and give their role to everybody at once', async ({ assert }) => {
    const acme = await makeTenant()
    const client = await ScimClient.of(acme)
    const ids = Array.from({ length: MANY }, (_, n) => `usr_01${String(n).padStart(24, '0')}`)
    const people = `insert into users (id, email, name, role, created_at, updated_at)
      select id, id || '@corp.example', 'Somebody', 'member', now(), now() from unnest($1::text[]) id`
    await inLive(acme, () => CurrentTenant.batch([{ text: people, values: [ids] }]))
    const { body: made } = await client.post('/Groups', { displayName: 'Everybody' })
    await inLive(acme, () => Groups.giveRole(made.id, 'developer', CONSOLE))
    const everybody = { displayName: 'Everybody', members: ids.map((value) => ({ value })) }
    const path = `/Groups/${made.id}?excludedAttributes=members`
    const put = await client.send('PUT', path, everybody, { 'user-agent': 'Okta/1.0' })
    assert.equal(put.status, 200)
    const count = `select role, count(*)::int as people from users group by role order by role`
    const [rows] = await inLive(acme, () => CurrentTenant.batch([{ text: count }]))
    assert.deepEqual(rows, [
      { role: 'developer', people: MANY },
      { role: 'owner', people: 1 },
    ])
    const { findings } = await new AuditVerification(acme.ref, 'live').ofTenant()
    assert.deepEqual(findings, [])
    const { body } = await client.get(`/Groups/${made.id}`)
    assert.lengthOf(body.members, MANY)
  })
})
