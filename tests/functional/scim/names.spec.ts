import { test } from '@japa/runner'
import { CONSOLE } from '#app/cli/_console'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, Visitor } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { GROUP, ScimClient, USER, type Json } from '#tests/support/scim_client'
import { connected, SsoVisitor } from '#tests/support/single_sign_on'

/** The longest of its kind, four bytes a character, so that only the limit stands between it and an index. */
const WIDE = '🖋'.repeat(512)

test.group('SCIM | names', (group) => {
  let acme: Tenant
  let client: ScimClient
  let count = 0
  const address = () => `named${(count += 1)}@corp.example`

  group.setup(async () => {
    acme = await makeTenant()
    client = await ScimClient.of(acme)
  })

  const named = async (userName: string): Promise<string[]> =>
    (await client.find(`userName eq "${userName}"`)).body.Resources.map(({ id }: Json) => id)

  test('are taken by the addresses of members whom no directory wrote', async ({ assert }) => {
    const invited = await makeUser(acme, 'member')
    const userName = invited.email.toUpperCase()
    const emails = [{ value: address() }]
    const made = await client.post('/Users', { schemas: [USER], userName, emails })
    assert.equal(made.status, 409)
    assert.equal(made.body.scimType, 'uniqueness')
    const { id, emails: own } = await client.make(address())
    const put = await client.send('PUT', `/Users/${id}`, { userName, emails: own })
    assert.equal(put.status, 409)
    const patch = await client.patch(`/Users/${id}`, {
      op: 'replace',
      path: 'userName',
      value: userName,
    })
    assert.equal(patch.status, 409)
    assert.deepEqual(await named(invited.email), [invited.id])
  })

  test('go to one of two who come at once, whether invited by hand or by SCIM', async ({
    assert,
  }) => {
    const email = address()
    const [invited, made] = await Promise.allSettled([
      inLive(acme, () =>
        MemberInvitation.invite({ name: 'By hand', email, role: 'member' }, CONSOLE)
      ),
      client.post('/Users', { userName: email, emails: [{ value: address() }] }),
    ])
    const ids = await named(email)
    assert.lengthOf(ids, 1)
    assert.equal(invited.status, 'fulfilled')
    assert.equal(made.status, 'fulfilled')
  })

  test('stay with those who had them when somebody with that address is invited', async ({
    assert,
  }) => {
    const userName = address()
    const { id } = await client.make(userName, { emails: [{ value: address() }] })
    const second = await inLive(acme, () =>
      MemberInvitation.invite({ name: 'Later', email: userName, role: 'member' }, CONSOLE)
    )
    assert.deepEqual(await named(userName), [id])
    const { body } = await client.get(`/Users/${second.id}`)
    assert.equal(body.userName, second.id)
    assert.deepEqual(await named(second.id), [second.id])
    const again = await client.patch(`/Users/${second.id}`, {
      ...{ op: 'replace', path: 'title', value: 'Counsel' },
    })
    assert.equal(again.status, 200)
  })

  test('are free again once a member was removed in the dashboard', async ({ assert }) => {
    const userName = address()
    const { id } = await client.make(userName, { externalId: 'first' })
    const { body: circle } = await client.post('/Groups', {
      ...{ schemas: [GROUP], displayName: `Circle of ${userName}`, members: [{ value: id }] },
    })
    const owner = await Visitor.as(acme)
    assert.equal((await owner.post(`/settings/members/${id}/remove`)).status, 303)
    assert.deepEqual(await named(userName), [])
    assert.notProperty((await client.get(`/Groups/${circle.id}`)).body, 'members')
    assert.equal((await client.find(`members eq "${id}"`, 'Groups')).body.totalResults, 0)
    const next = await client.post('/Users', { userName, emails: [{ value: address() }] })
    assert.equal(next.status, 201, next.answer.text)
    assert.notEqual(next.body.id, id)
  })

  test('and addresses of removed members go to those whom a directory renames', async ({
    assert,
  }) => {
    const left = address()
    const { id } = await client.make(left)
    assert.equal((await client.send('DELETE', `/Users/${id}`)).status, 204)
    const other = await client.make(address())
    const renamed = await client.patch(`/Users/${other.id}`, {
      ...{ op: 'replace', value: { userName: left, emails: [{ value: left, type: 'work' }] } },
    })
    assert.equal(renamed.status, 200, renamed.answer.text)
    assert.equal(renamed.body.userName, left)
    const again = await client.post('/Users', { userName: left })
    assert.equal(again.status, 409)
  })

  test('that lead to somebody by single sign-on lead to those who are renamed to them', async ({
    assert,
  }) => {
    const tenant = await makeTenant()
    const provider = await TestIdentityProvider.make()
    const connection = await connected(tenant, provider, {}, ['corp.example'])
    const directory = await ScimClient.of(tenant)
    const left = address()
    const logIn = async () => {
      const visitor = new SsoVisitor(tenant)
      return (await visitor.logIn(provider, connection, { nameId: left })).status
    }
    const { id } = await directory.make(left)
    assert.equal(await logIn(), 303)
    assert.equal((await directory.send('DELETE', `/Users/${id}`)).status, 204)
    assert.equal(await logIn(), 403)
    const other = await directory.make(address())
    const renamed = await directory.patch(`/Users/${other.id}`, {
      ...{ op: 'replace', value: { userName: left, emails: [{ value: left, type: 'work' }] } },
    })
    assert.equal(renamed.status, 200, renamed.answer.text)
    assert.equal(await logIn(), 303)
    const [met] = await inLive(tenant, () =>
      CurrentTenant.batch([{ text: 'select user_id from sso_identities' }])
    )
    assert.deepEqual(met, [{ user_id: other.id }])
  })

  test('of removed members that an archive brought are free as well', async ({ assert }) => {
    const userName = address()
    const { id } = await client.make(userName)
    const { body: circle } = await client.post('/Groups', {
      ...{ displayName: `Archive of ${userName}`, members: [{ value: id }] },
    })
    const kept = `select user_id, user_name, profile, created_at, updated_at from directory_users where user_id = $1`
    const [[row]] = await inLive(acme, () => CurrentTenant.batch([{ text: kept, values: [id] }]))
    assert.equal((await client.send('DELETE', `/Users/${id}`)).status, 204)
    await inLive(acme, () =>
      CurrentTenant.batch([
        {
          text: `insert into directory_users (user_id, user_name, profile, created_at, updated_at) values ($1, $2, $3, $4, $5)`,
          values: Object.values(row),
        },
        {
          text: 'insert into directory_group_members (group_id, user_id) values ($1, $2)',
          values: [circle.id, id],
        },
      ])
    )
    assert.notProperty((await client.get(`/Groups/${circle.id}`)).body, 'members')
    assert.equal((await client.find(`members eq "${id}"`, 'Groups')).body.totalResults, 0)
    const next = await client.post('/Users', { userName, emails: [{ value: address() }] })
    assert.equal(next.status, 201, next.answer.text)
  })

  test('do not bring back what somebody was before they were removed and invited again', async ({
    assert,
  }) => {
    const email = address()
    const { id } = await client.make(email, { externalId: 'old', title: 'Counsel' })
    const { body: circle } = await client.post('/Groups', {
      ...{ displayName: `Past of ${email}`, members: [{ value: id }] },
    })
    const owner = await Visitor.as(acme)
    await owner.post(`/settings/members/${id}/remove`)
    await inLive(acme, () =>
      MemberInvitation.invite({ name: 'Back', email, role: 'member' }, CONSOLE)
    )
    const { body } = await client.get(`/Users/${id}`)
    assert.equal(body.displayName, 'Back')
    assert.notProperty(body, 'externalId')
    assert.notProperty(body, 'title')
    assert.notProperty((await client.get(`/Groups/${circle.id}`)).body, 'members')
  })

  test('have at most 255 characters, and a longer one is refused by its attribute', async ({
    assert,
  }) => {
    const { id, meta } = await client.make(address())
    const { body: circle } = await client.post('/Groups', { displayName: `Short ${count}` })
    const longest = 'é'.repeat(255)
    const sent: [string, string, Json][] = [
      ['POST', '/Users', { userName: WIDE, emails: [{ value: address() }] }],
      ['POST', '/Users', { userName: address(), externalId: WIDE }],
      ['PUT', `/Users/${id}`, { userName: WIDE, emails: [{ value: address() }] }],
      ['POST', '/Users', { userName: address(), displayName: `${longest}é` }],
      ['POST', '/Users', { userName: address(), name: { formatted: WIDE } }],
      ['POST', '/Groups', { displayName: WIDE }],
      ['POST', '/Groups', { displayName: 'Fine', externalId: WIDE }],
      ['PUT', `/Groups/${circle.id}`, { displayName: `${longest}é` }],
    ]
    for (const [method, path, body] of sent) {
      const answer = await client.send(method, path, body)
      assert.equal(answer.status, 400, `${method} ${path} ${Object.keys(body)}`)
      assert.equal(answer.body.scimType, 'invalidValue')
      assert.match(answer.body.detail, /at most 255 characters/)
    }
    for (const path of ['userName', 'externalId', 'displayName']) {
      const { status } = await client.patch(`/Users/${id}`, { op: 'replace', path, value: WIDE })
      assert.equal(status, 400, path)
    }
    for (const path of ['externalId', 'displayName']) {
      const operation = { op: 'replace', path, value: WIDE }
      assert.equal((await client.patch(`/Groups/${circle.id}`, operation)).status, 400, path)
    }
    assert.equal((await client.get(`/Users/${id}`)).body.meta.version, meta.version)
    const { body: widest } = await client.post('/Users', {
      ...{ userName: '🖋'.repeat(127), externalId: longest, displayName: longest },
      emails: [{ value: address() }],
    })
    assert.equal(widest.externalId, longest)
    assert.deepEqual(await named('🖋'.repeat(127)), [widest.id])
  })

  test('with a backslash are found, whether clients escape it or not', async ({ assert }) => {
    for (const name of ['bob', 'ulla', 'ann"x']) {
      const userName = `CORP\\${name}`
      const { body } = await client.post('/Users', { userName, emails: [{ value: address() }] })
      const quoted = userName.replaceAll('"', '\\"')
      assert.deepEqual(await named(quoted), [body.id], quoted)
      assert.deepEqual(await named(quoted.replace('\\', '\\\\')), [body.id], quoted)
    }
  })

  test('and texts lose what does not print, wherever it is sent', async ({ assert }) => {
    const email = address()
    const { id } = await client.make(`\u0000${email}`, {
      ...{ displayName: 'An\u0000n\r\nBcc: eve@evil.example \ud800', title: 'a\u202Eb' },
      emails: [{ value: email }],
    })
    const { body } = await client.get(`/Users/${id}`)
    assert.equal(body.userName, email)
    assert.equal(body.displayName, 'AnnBcc: eve@evil.example \uFFFD')
    assert.equal(body.title, 'ab')
    assert.equal((await inLive(acme, () => User.findOrFail(id))).name, body.displayName)
    const blank = await client.post('/Users', {
      userName: '\u200B',
      emails: [{ value: address() }],
    })
    assert.equal(blank.status, 400)
    const half = await client.post('/Groups', { displayName: 'Half \udc00' })
    assert.equal(half.status, 201, half.answer.text)
  })
})
