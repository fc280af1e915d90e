import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { EmergencyOwners } from '#app/identity/access/emergency_owners'
import Session from '#app/identity/sessions/session'
import User from '#app/identity/users/user'
import UserLink from '#app/identity/users/user_link'
import type Connection from '#app/single_sign_on/connection'
import { unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { ENTERPRISE, ScimClient, USER, type Json } from '#tests/support/scim_client'
import { connected, SsoVisitor } from '#tests/support/single_sign_on'

const found = (tenant: Tenant, id: string) => inLive(tenant, () => User.findOrFail(id))

test.group('SCIM | users', (group) => {
  let acme: Tenant
  let client: ScimClient
  let provider: TestIdentityProvider
  let connection: Connection
  let count = 0
  const address = () => `person${(count += 1)}@corp.example`

  group.setup(async () => {
    acme = await makeTenant()
    provider = await TestIdentityProvider.make()
    connection = await connected(acme, provider, {}, ['corp.example'])
    client = await ScimClient.of(acme)
  })

  test('are provisioned, changed and deactivated as Okta does it', async ({ assert }) => {
    const userName = address()
    const before = await client.get(
      `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}&startIndex=1&count=100`
    )
    assert.equal(before.body.totalResults, 0)
    const made = await client.post('/Users', {
      schemas: [USER],
      userName,
      name: { givenName: 'Ann', familyName: 'Archer' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Ann Archer',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    })
    assert.equal(made.status, 201)
    assert.equal(made.answer.headers.location, made.body.meta.location)
    assert.equal(made.answer.headers.etag, made.body.meta.version)
    assert.notInclude(made.answer.text, '1mz050nq')
    const { id } = made.body
    const user = await found(acme, id)
    assert.equal(user.name, 'Ann Archer')
    assert.equal(user.role, 'member')
    assert.isNull(user.passwordHash)
    assert.isNotNull(user.verifiedAt)
    assert.equal((await client.get(`/Users/${id}`)).body.externalId, '00ujl29u0le5T6Aj10h7')
    const put = await client.send('PUT', `/Users/${id}`, {
      ...{ ...made.body, name: { givenName: 'Anna', familyName: 'Archer' } },
      displayName: 'Anna Archer',
    })
    assert.equal(put.status, 200)
    assert.equal((await found(acme, id)).name, 'Anna Archer')
    const off = await client.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
    assert.equal(off.status, 200)
    assert.isFalse(off.body.active)
    assert.isTrue((await found(acme, id)).isDisabled)
    assert.isFalse((await client.get(`/Users/${id}`)).body.active)
    const on = await client.patch(`/Users/${id}`, { op: 'replace', value: { active: true } })
    assert.isTrue(on.body.active)
  })

  test('are provisioned, changed and deleted as Entra ID does it', async ({ assert }) => {
    const userName = address()
    const made = await client.post('/Users', {
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      emails: [{ primary: true, type: 'work', value: userName }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Bo Baker', familyName: 'Baker', givenName: 'Bo' },
      roles: [],
      [ENTERPRISE]: { department: 'Legal', manager: { value: 'someone' } },
    })
    assert.equal(made.status, 201)
    const { id } = made.body
    assert.equal(made.body[ENTERPRISE].department, 'Legal')
    const next = address()
    const changed = await client.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: next },
      { op: 'Replace', path: 'name.familyName', value: 'Bakerson' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0100' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Finance' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Oslo' },
      { op: 'Replace', path: 'displayName', value: 'Bo Bakerson' }
    )
    assert.equal(changed.status, 200, changed.answer.text)
    assert.deepEqual(changed.body.emails, [{ primary: true, type: 'work', value: next }])
    assert.equal(changed.body.name.familyName, 'Bakerson')
    assert.deepEqual(changed.body.phoneNumbers, [{ type: 'mobile', value: '+1 555 0100' }])
    assert.equal(changed.body[ENTERPRISE].department, 'Finance')
    assert.equal((await found(acme, id)).email, next)
    const off = await client.patch(`/Users/${id}`, {
      op: 'Replace',
      path: 'active',
      value: 'False',
    })
    assert.isFalse(off.body.active)
    assert.equal((await client.send('DELETE', `/Users/${id}`)).status, 204)
    assert.equal((await client.get(`/Users/${id}`)).status, 404)
    assert.equal((await client.find(`userName eq "${userName}"`)).body.totalResults, 0)
    const again = await client.make(userName, { displayName: 'Bo again' })
    assert.equal((await found(acme, again.id)).name, 'Bo again')
  })

  test('are found no matter who created them, and taken over instead of created twice', async ({
    assert,
  }) => {
    const invited = await makeUser(acme, 'developer')
    const search = await client.find(`userName eq "${invited.email.toUpperCase()}"`)
    assert.deepEqual(
      search.body.Resources.map(({ id }: Json) => id),
      [invited.id]
    )
    const twice = await client.post('/Users', { schemas: [USER], userName: invited.email })
    assert.equal(twice.status, 409)
    assert.equal(twice.body.scimType, 'uniqueness')
    assert.equal(twice.body.status, '409')
    const taken = await client.patch(`/Users/${invited.id}`, {
      ...{ op: 'add', path: 'externalId', value: 'ext-7' },
    })
    assert.equal(taken.body.externalId, 'ext-7')
    assert.equal((await found(acme, invited.id)).role, 'developer')
    assert.equal((await client.find('externalId eq "ext-7"')).body.totalResults, 1)
    assert.equal((await client.find('externalId eq "EXT-7"')).body.totalResults, 0)
  })

  test('lose their sessions and invitations in the moment they are deactivated', async ({
    assert,
  }) => {
    const visitor = await Visitor.as(acme, 'member')
    await inLive(acme, () => UserLink.issue(visitor.user!, 'welcome'))
    assert.equal((await visitor.get('/documents')).status, 200)
    await client.patch(`/Users/${visitor.user!.id}`, {
      op: 'replace',
      path: 'active',
      value: false,
    })
    assert.equal((await visitor.get('/documents')).status, 303)
    const left = await inLive(acme, async () => [
      ...(await Session.query().where('userId', visitor.user!.id)),
      ...(await UserLink.query().where('userId', visitor.user!.id)),
    ])
    assert.lengthOf(left, 0)
    const [entry] = await inLive(acme, () => SecurityTrail.read({ limit: 1 }))
    assert.equal(entry.action, 'member.disabled')
    assert.match(String(entry.body.actor.via), /^sct_/)
  })

  test('log in through the provider from the first moment to the last', async ({ assert }) => {
    const { id, userName } = await client.make('dora@corp.example')
    const logIn = async () => {
      const visitor = new SsoVisitor(acme)
      await visitor.logIn(provider, connection, {
        nameId: userName,
        attributes: { email: [userName] },
      })
      return visitor
    }
    const dora = await logIn()
    assert.isTrue(await dora.isKnown())
    await client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    assert.isFalse(await dora.isKnown())
    assert.isFalse(await (await logIn()).isKnown())
  })

  test('who are the last owner stay, active and present', async ({ assert }) => {
    const owner = await ownerOf(acme)
    const off = await client.patch(`/Users/${owner.id}`, {
      op: 'replace',
      path: 'active',
      value: false,
    })
    assert.equal(off.status, 409)
    assert.equal((await client.send('DELETE', `/Users/${owner.id}`)).status, 409)
    assert.isFalse((await ownerOf(acme)).isDisabled)
  })

  test('who are owners for emergencies stay, though others are there', async ({ assert }) => {
    const globex = await makeTenant()
    const [second, first] = [await makeUser(globex, 'owner'), await ownerOf(globex)]
    await inLive(globex, () => unit(() => EmergencyOwners.name([second.id], first.id)))
    const theirs = await ScimClient.of(globex)
    const off = { op: 'replace', path: 'active', value: false }
    assert.equal((await theirs.patch(`/Users/${second.id}`, off)).status, 403)
    assert.equal((await theirs.send('DELETE', `/Users/${second.id}`)).status, 403)
    assert.isFalse((await found(globex, second.id)).isDisabled)
  })

  test('who are owners keep an address whose domain nobody proved', async ({ assert }) => {
    const owner = await ownerOf(acme)
    const answer = await client.patch(`/Users/${owner.id}`, {
      ...{ op: 'replace', path: 'emails', value: [{ value: 'thief@evil.example', primary: true }] },
    })
    assert.equal(answer.status, 403)
    assert.equal((await found(acme, owner.id)).email, owner.email)
  })

  test('are changed at the version that the client has read, or not at all', async ({ assert }) => {
    const { id, meta } = await client.make(address())
    const change = (version: string, name: string) =>
      client.send(
        'PUT',
        `/Users/${id}`,
        { schemas: [USER], userName: `${name}@corp.example` },
        { 'if-match': version }
      )
    assert.equal((await change(meta.version, 'first')).status, 200)
    const late = await change(meta.version, 'second')
    assert.equal(late.status, 412)
    assert.equal((await client.get(`/Users/${id}`)).body.userName, 'first@corp.example')
    const { body } = await client.get(`/Users/${id}`)
    const unchanged = await client.get(`/Users/${id}`, { 'if-none-match': body.meta.version })
    assert.equal(unchanged.status, 304)
    assert.equal(unchanged.answer.text, '')
  })

  test('that come at the same time are one', async ({ assert }) => {
    const userName = address()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.post('/Users', { schemas: [USER], userName }))
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409])
  })

  test('are listed page by page, with the attributes that were asked for', async ({ assert }) => {
    const all = await client.get('/Users?count=200')
    const total = all.body.totalResults
    assert.lengthOf(all.body.Resources, total)
    const ids: string[] = []
    for (let startIndex = 1; startIndex <= total; startIndex += 3) {
      const { body } = await client.get(
        `/Users?startIndex=${startIndex}&count=3&attributes=userName`
      )
      assert.equal(body.totalResults, total)
      assert.sameMembers(Object.keys(body.Resources[0]), ['schemas', 'id', 'userName', 'meta'])
      ids.push(...body.Resources.map(({ id }: Json) => id))
    }
    assert.sameMembers(
      ids,
      all.body.Resources.map(({ id }: Json) => id)
    )
    assert.lengthOf((await client.get('/Users?count=0')).body.Resources, 0)
    assert.lengthOf((await client.get('/Users?startIndex=9999')).body.Resources, 0)
    const without = (await client.get('/Users?count=1&excludedAttributes=emails,name')).body
    assert.notProperty(without.Resources[0], 'emails')
  })

  test('are searched by what filters say, in any case', async ({ assert }) => {
    const unique = `zo${Date.now()}`
    const { id } = await client.make(`${unique}@corp.example`, {
      ...{ displayName: `Zoë ${unique}`, title: 'Counsel', name: { givenName: 'Zoë' } },
    })
    await client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    const matching = [
      `userName sw "${unique}"`,
      `USERNAME EQ "${unique}@CORP.example"`,
      `emails.value co "${unique}"`,
      `emails[type eq "work" and value co "${unique}"]`,
      `emails[type eq "work"].value eq "${unique}@corp.example"`,
      `displayName ew "${unique}" and active eq false`,
      `(name.givenName eq "ZOË" or title eq "nothing") and not (active eq true) and userName sw "zo"`,
      `${USER}:userName sw "${unique}"`,
      `id eq "${id}"`,
      `externalId pr or userName sw "${unique}"`,
      `meta.lastModified gt "2020-01-01T00:00:00Z" and userName sw "${unique}"`,
    ]
    for (const filter of matching) {
      const { status, body } = await client.find(filter)
      assert.equal(status, 200, filter)
      assert.include(
        body.Resources.map((one: Json) => one.id),
        id,
        filter
      )
    }
    const none = [
      `userName eq "a,${unique}"`,
      `userName eq "%"`,
      `userName co "_"`,
      `emails[type eq "home" and value pr]`,
    ]
    for (const filter of none)
      assert.notInclude(
        (await client.find(filter)).body.Resources.map((one: Json) => one.id),
        id,
        filter
      )
  })

  test('take no filter, path or value that is none, and stay as they are', async ({ assert }) => {
    const { id, meta } = await client.make(address())
    const filters = [
      ...['userName', 'userName eq', 'userName eq "a', 'password eq "a"', 'userName gt 5'],
      ...['active gt true', 'meta.created gt "yesterday"', '((((', '__proto__ eq "a"'],
      ...['userName constructor "a"', `userName eq "${'a'.repeat(1_100)}"`, "userName eq 'a'"],
    ]
    for (const filter of filters) {
      const { status, body } = await client.find(filter)
      assert.equal(status, 400, filter)
      assert.equal(body.scimType, 'invalidFilter', filter)
      assert.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
    }
    const wrong: [Json, string][] = [
      [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
      [{ op: 'replace', path: 'userName', value: 5 }, 'invalidValue'],
      [{ op: 'replace', path: 'userName', value: '' }, 'invalidValue'],
      [{ op: 'remove', path: 'userName' }, 'mutability'],
      [{ op: 'replace', path: 'id', value: 'usr_x' }, 'mutability'],
      [{ op: 'replace', path: 'groups', value: [] }, 'mutability'],
      [{ op: 'replace', path: 'emails[', value: 'a' }, 'invalidPath'],
      [{ op: 'replace', path: 'emails[type co "nobody"].value', value: 'a' }, 'noTarget'],
      [{ op: 'replace', path: 'emails', value: [{ value: 'no address' }] }, 'invalidValue'],
      [{ op: 'replace', path: 'displayName', value: 'a'.repeat(2_000) }, 'invalidValue'],
      [{ op: 'move', path: 'displayName', value: 'a' }, 'invalidSyntax'],
      [{ op: 'remove' }, 'invalidSyntax'],
    ]
    for (const [operation, scimType] of wrong) {
      const { status, body } = await client.patch(`/Users/${id}`, operation)
      assert.equal(status, 400, JSON.stringify(operation))
      assert.equal(body.scimType, scimType, JSON.stringify(operation))
    }
    const bodies = ['', 'null', '[]', '{"a":', '{"schemas":[],"Operations":[]}']
    for (const body of bodies)
      assert.equal((await client.send('PATCH', `/Users/${id}`, body)).status, 400, body)
    const deep = `{"userName":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    assert.equal((await client.send('POST', '/Users', deep)).status, 400)
    const large = JSON.stringify({ userName: 'a'.repeat(1_100_000) })
    assert.equal((await client.send('POST', '/Users', large)).status, 413)
    assert.equal((await client.get(`/Users/${id}`)).body.meta.version, meta.version)
  })

  test('cannot reach what objects inherit', async ({ assert }) => {
    const { id } = await client.make(address())
    for (const path of ['__proto__.polluted', 'constructor.prototype.polluted', '__proto__'])
      await client.patch(`/Users/${id}`, { op: 'add', path, value: 'yes' })
    await client.send(
      'PATCH',
      `/Users/${id}`,
      '{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"add","value":{"__proto__":{"polluted":"yes"},"name":{"__proto__":{"polluted":"yes"}}}}]}'
    )
    assert.isUndefined(({} as Json).polluted)
    assert.notInclude((await client.get(`/Users/${id}`)).answer.text, 'polluted')
  })

  test('keep one primary address', async ({ assert }) => {
    const [first, second] = [address(), address()]
    const { id } = await client.make(first)
    const { body } = await client.patch(`/Users/${id}`, {
      ...{ op: 'add', path: 'emails', value: [{ value: second, type: 'home', primary: true }] },
    })
    assert.equal((await found(acme, id)).email, second)
    assert.deepEqual(
      body.emails.filter(({ primary }: Json) => primary).map(({ value }: Json) => value),
      [second]
    )
    const removed = await client.patch(`/Users/${id}`, {
      ...{ op: 'remove', path: 'emails', value: [{ value: second }] },
    })
    assert.equal((await found(acme, id)).email, first)
    assert.lengthOf(removed.body.emails, 1)
  })
})

test.group('SCIM | users without a connection', () => {
  test('are invited by mail, unless they come in inactive', async ({ assert }) => {
    const globex = await makeTenant()
    const client = await ScimClient.of(globex)
    const { id } = await client.make('ann@corp.example')
    assert.isNotNull((await found(globex, id)).invitedAt)
    const inactive = await client.make('bo@corp.example', { active: false })
    assert.isNull((await found(globex, inactive.id)).invitedAt)
  })

  test('are invited when they become active, until they have come', async ({ assert }) => {
    const globex = await makeTenant()
    const client = await ScimClient.of(globex)
    const links = ({ id }: Json) =>
      inLive(globex, () => UserLink.query().where('userId', id).where('purpose', 'welcome'))
    const set = ({ id }: Json, value: boolean) =>
      client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value })
    const [later, back] = [
      await client.make('later@corp.example', { active: false }),
      await client.make('back@corp.example'),
    ]
    await set(back, false)
    assert.lengthOf([...(await links(later)), ...(await links(back))], 0)
    for (const person of [later, back]) {
      await set(person, true)
      assert.isNotNull((await found(globex, person.id)).invitedAt)
      assert.lengthOf(await links(person), 1)
    }
    await client.patch(`/Users/${later.id}`, {
      ...{ op: 'replace', path: 'emails', value: [{ value: 'moved@corp.example' }] },
    })
    assert.lengthOf(await links(later), 1)
    const here = await withPassword(globex, await makeUser(globex, 'member'))
    await set(here, false)
    await set(here, true)
    assert.lengthOf(await links(here), 0)
  })
})
