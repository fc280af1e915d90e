import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { MAX_CODES } from '#app/identity/second_factor/code_attempts'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { OpenSessions } from '#app/identity/sessions/open_sessions'
import { openSession } from '#app/identity/sessions/session_opening'
import type User from '#app/identity/users/user'
import UserLink from '#app/identity/users/user_link'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { aceProcess } from '#tests/support/node_process'
import { withSecondFactor } from '#tests/support/second_factor'

const NEW = 'seven herons over the weir'

test.group('Dashboard | a page of one’s own', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
  })
  group.each.teardown(() => clock.restore())

  async function member(): Promise<{ visitor: Visitor; user: User }> {
    const user = await withPassword(acme, await makeUser(acme, 'member'))
    return { user, visitor: await browserOf(user) }
  }

  async function browserOf(user: User): Promise<Visitor> {
    const visitor = new Visitor(acme, user)
    const { token } = await inLive(acme, () => openSession(user, { userAgent: 'Tests/1.0' }))
    visitor.cookies.set('session', token.release())
    return visitor
  }

  const isIn = async (visitor: Visitor) => (await visitor.get('/documents')).status === 200
  const change = (visitor: Visitor, values: Record<string, string> = {}) =>
    visitor.post('/account/password', { old: PASSWORD, password: NEW, repeated: NEW, ...values })
  const canLogIn = async ({ email }: User, password: string) =>
    (await new Visitor(acme).post('/login', { email, password })).status === 303
  const actionsOf = async ({ id }: User) =>
    (await inLive(acme, () => SecurityTrail.read({ limit: 100 })))
      .filter(({ body }) => body.details?.userId === id)
      .map(({ action }) => action)
  const mailsTo = ({ id }: User) =>
    inLive(acme, async () => {
      const text = `select details from notices where user_id = $1 and kind = 'account.changed'`
      const [rows] = await CurrentTenant.batch([{ text, values: [id] }])
      return rows.map(({ details }) => (details as { what?: string }).what)
    })

  test('lets somebody change their name, within one line', async ({ assert }) => {
    const { user, visitor } = await member()
    const odd = await visitor.post('/account/name', { name: 'A\r\nBcc: b@example.test' })
    assert.equal(odd.status, 422)
    assert.equal((await visitor.post('/account/name', { name: ' ' })).status, 422)
    await visitor.post('/account/name', { name: 'Ana Rivers' })
    assert.include((await visitor.get('/account')).text, 'Ana Rivers')
    assert.deepEqual(await actionsOf(user), ['member.renamed'])
  })

  test('changes the password with the old one, and logs every other browser out', async ({
    assert,
  }) => {
    const { user, visitor } = await member()
    const elsewhere = await browserOf(user)
    await inLive(acme, () => UserLink.issue(user, 'reset'))
    const before = visitor.cookies.get('session')
    assert.equal((await change(visitor)).headers.location, '/account')
    assert.notEqual(visitor.cookies.get('session'), before)
    assert.isTrue(await isIn(visitor))
    assert.isFalse(await isIn(elsewhere))
    assert.isTrue(await canLogIn(user, NEW))
    assert.isFalse(await canLogIn(user, PASSWORD))
    assert.isEmpty(await inLive(acme, () => UserLink.query().where('userId', user.id)))
    assert.deepEqual(await mailsTo(user), ['password.changed'])
    assert.deepEqual(await actionsOf(user), ['password.changed'])
  })

  test('changes nothing without the old password', async ({ assert }) => {
    const { user, visitor } = await member()
    const wrongs: Record<string, string>[] = [
      { old: 'another' },
      { old: '' },
      { repeated: 'another that is long' },
      { password: 'short', repeated: 'short' },
      { password: `${user.email} at night`, repeated: `${user.email} at night` },
      { password: '1qaz2wsx3edc', repeated: '1qaz2wsx3edc' },
    ]
    for (const wrong of wrongs) assert.equal((await change(visitor, wrong)).status, 422)
    assert.isTrue(await canLogIn(user, PASSWORD))
    assert.isEmpty(await actionsOf(user))
    for (let tries = 0; tries < MAX_CODES; tries++) await change(visitor, { old: 'another' })
    assert.equal((await change(visitor)).status, 429)
  })

  test('lets one of two changes of the password at once through', async ({ assert }) => {
    const { user, visitor } = await member()
    const other = await browserOf(user)
    const answers = await Promise.all([
      change(visitor),
      change(other, { password: `${NEW} again`, repeated: `${NEW} again` }),
    ])
    const passed = answers.filter(
      ({ status, headers }) => status === 303 && headers.location === '/account'
    )
    assert.lengthOf(passed, 1)
    const changed = (await actionsOf(user)).filter((action) => action === 'password.changed')
    assert.lengthOf(changed, 1)
  })

  test('shows where somebody is logged in, and by what', async ({ assert }) => {
    const { user, visitor } = await member()
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/605.1'
    const by = {
      ...{ provider: 'https://idp.example', nameId: 'a', nameFormat: null, sessionIndex: null },
      endsAt: new Date(Date.now() + 3_600_000),
    }
    await inLive(acme, () => openSession(user, { userAgent: agent, ipAddress: '192.0.2.7', by }))
    const { text } = await visitor.get('/account')
    assert.include(text, 'Safari on iPhone')
    assert.include(text, '192.0.2.7')
    assert.include(text, 'by single sign-on')
    assert.lengthOf(text.match(/this browser/g) ?? [], 1)
    const [{ tokenSha256 }] = await inLive(acme, () => OpenSessions.of(user))
    assert.notInclude(text, tokenSha256)
  })

  test('ends one browser, or all others, and never somebody else’s', async ({ assert }) => {
    const { user, visitor } = await member()
    const stranger = await member()
    const [second, third, fourth] = [
      await browserOf(user),
      await browserOf(user),
      await browserOf(user),
    ]
    const [theirs] = await inLive(acme, () => OpenSessions.of(stranger.user))
    await visitor.post('/account/sessions/end', { session: theirs.handle })
    await visitor.post('/account/sessions/end')
    assert.isTrue(await isIn(stranger.visitor))
    assert.isTrue(await isIn(second))
    const { text } = await second.get('/account')
    const own = await inLive(acme, () => OpenSessions.of(user))
    const handles = [...text.matchAll(/name="session" value="([0-9a-f]{64})"/g)].map(
      ([, one]) => one
    )
    assert.sameMembers(
      own.map(({ handle }) => handle).filter((one) => handles.includes(one)),
      handles
    )
    assert.lengthOf(handles, 3)
    await visitor.post('/account/sessions/end', { session: handles[0] })
    assert.lengthOf(await inLive(acme, () => OpenSessions.of(user)), 3)
    const survivor = (await isIn(visitor)) ? visitor : second
    await survivor.post('/account/sessions/end', { session: 'others' })
    assert.isTrue(await isIn(survivor))
    for (const other of [third, fourth]) assert.isFalse(await isIn(other))
  })
})

test.group('Dashboard | a lost second factor', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
  })

  async function losing(): Promise<User> {
    const user = await withPassword(acme, await makeUser(acme, 'admin'))
    await withSecondFactor(acme, user)
    return user
  }

  const hasFactor = (user: User) => inLive(acme, () => SecondFactor.isOnFor(user))
  const kinds = () =>
    inLive(acme, async () => {
      const [rows] = await CurrentTenant.batch([{ text: 'select kind, details from notices' }])
      return rows.map(({ kind, details }) => [kind, details])
    })

  test('is removed by an owner, who tells everybody concerned', async ({ assert }) => {
    const user = await losing()
    const olga = await Visitor.as(acme)
    const at = `/settings/members/${user.id}`
    assert.include((await olga.get(at)).text, `${at}/second-factor/remove`)
    await olga.post(`${at}/second-factor/remove`)
    assert.isFalse(await hasFactor(user))
    assert.includeDeepMembers(await kinds(), [
      ['account.changed', { what: 'second_factor.recovered' }],
      ['member.factor_removed', { userId: user.id }],
    ])
    const answer = await new Visitor(acme).post('/login', { email: user.email, password: PASSWORD })
    assert.equal(answer.headers.location, '/documents')
    assert.notInclude((await olga.get(at)).text, `${at}/second-factor/remove`)
  })

  test('is removed neither by an admin, nor by an owner for themselves', async ({ assert }) => {
    const user = await losing()
    const admin = await Visitor.as(acme, 'admin')
    const path = `/settings/members/${user.id}/second-factor/remove`
    assert.equal((await admin.post(path)).status, 403)
    assert.isTrue(await hasFactor(user))
    const olga = await Visitor.as(acme)
    await withSecondFactor(acme, olga.user!)
    const own = await olga.post(`/settings/members/${olga.user!.id}/second-factor/remove`)
    assert.equal(own.headers.location, '/account/second-factor')
    assert.isTrue(await hasFactor(olga.user!))
  })

  test('of the last owner is removed by the operator’s command', async ({ assert }) => {
    const user = await losing()
    const { output, code } = await aceProcess(['member:recover', acme.slug, user.email])
    assert.equal(code, 0, output)
    assert.isFalse(await hasFactor(user))
    const entries = await inLive(acme, () => SecurityTrail.read({ limit: 1 }))
    assert.equal(entries[0].action, 'second_factor.recovered')
  })
})
