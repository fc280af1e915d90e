import { test } from '@japa/runner'
import { SYSTEM, type Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { EmergencyOwners } from '#app/identity/access/emergency_owners'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import ApiKey from '#app/identity/keys/api_key'
import Session from '#app/identity/sessions/session'
import { openSession } from '#app/identity/sessions/session_opening'
import UserLink from '#app/identity/users/user_link'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import { Enforcement } from '#app/single_sign_on/enforcement'
import { TestLogIn } from '#app/single_sign_on/test_log_in'
import { CONSOLE } from '#app/cli/_console'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { forgetAttempts } from '#tests/support/forgotten_attempts'
import { changePlan } from '#tests/support/plan_change'
import { asActor, readyToRequire, requiring, type Ready } from '#tests/support/required_sso'
import { codeFrom, withSecondFactor } from '#tests/support/second_factor'
import { requestIn, responseOf, SsoVisitor } from '#tests/support/single_sign_on'

const PAGE = '/settings/single-sign-on/enforcement'
const HOUR_MS = 3_600_000

let provider: TestIdentityProvider

const ready = () => readyToRequire(provider)
const required = () => requiring(provider)

const isRequired = ({ tenant }: Ready) => inLive(tenant, () => LogInPolicy.requiresSso())

const notices = (tenant: Tenant) =>
  inLive(tenant, async () => (await Notice.query().orderBy('createdAt')).map(({ kind }) => kind))

test.group('Single sign-on | enforcement', (group) => {
  group.setup(async () => {
    provider = await TestIdentityProvider.make()
  })
  group.each.setup(forgetAttempts)
  group.each.teardown(() => clock.restore())

  test('is required by an owner who passed a test within a day, and by nobody else', async ({
    assert,
  }) => {
    const made = await ready()
    const { tenant, owner, visitor } = made
    const send = (who: Visitor, ids = [owner.id]) => who.post(PAGE, { owners: ids })
    const second = await makeUser(tenant, 'owner')
    const other = new Visitor(tenant, second)
    const { token } = await inLive(tenant, () => openSession(second))
    other.cookies.set('session', token.release())
    const admin = await Visitor.as(tenant, 'admin')
    assert.equal((await send(admin)).status, 403)
    // another owner passed it
    await send(other)
    assert.isFalse(await isRequired(made))
    // nobody for emergencies, one twice, somebody without a password, without a second factor, a stranger
    const third = await withPassword(tenant, await makeUser(tenant, 'owner'))
    for (const ids of [[], [owner.id, owner.id], [second.id], [owner.id, third.id], ['usr_none']])
      await send(visitor, ids)
    assert.isFalse(await isRequired(made))
    // something was changed since
    await inLive(tenant, () => Connecting.change({ wantsBothSigned: true }, CONSOLE))
    assert.include((await visitor.followed(await send(visitor))).text, 'Pass a test log-in first')
    const { version } = (await inLive(tenant, () => Connection.current()))!
    await inLive(tenant, () => TestLogIn.pass(owner.id, version))
    const by = { type: 'user', id: owner.id, name: owner.name } as const
    clock.travel(25 * HOUR_MS)
    // the log-in has to be fresh, and the test to be of this day
    assert.equal((await send(visitor)).status, 403)
    await assert.rejects(
      () => inLive(tenant, () => Enforcement.require([owner.id], by)),
      /within the last 24 hours/
    )
    assert.isFalse(await isRequired(made))
    clock.restore()
    assert.equal((await send(visitor)).status, 303)
    assert.isTrue(await isRequired(made))
  })

  test('ends every session that the provider did not begin, and no other', async ({ assert }) => {
    const made = await ready()
    const { tenant, connection, owner, visitor } = made
    const member = await Visitor.as(tenant, 'member')
    const ann = await makeUser(tenant, 'member')
    const sso = new SsoVisitor(tenant)
    await sso.logIn(provider, connection, { nameId: ann.email })
    const page = await visitor.get(PAGE)
    assert.include(page.text, 'Require single sign-on')
    const answer = await visitor.post(PAGE, { owners: [owner.id] })
    assert.equal(answer.status, 303)
    for (const ended of [visitor, member])
      assert.match(String((await ended.get('/documents')).headers.location), /^\/login/)
    assert.isTrue(await sso.isKnown())
    assert.include(await notices(tenant), 'sso.required')
    const [entry] = await inLive(tenant, () => SecurityTrail.read({ limit: 1 }))
    assert.equal(entry.action, 'sso.required')
  })

  test('lets nobody log in with a password', async ({ assert }) => {
    const { tenant, owner } = await required()
    const ines = await withPassword(tenant, await makeUser(tenant, 'member'))
    const login = await new Visitor(tenant).get('/login')
    assert.notInclude(login.text, 'name="password"')
    assert.notInclude(login.text, 'emergency')
    assert.include(login.text, 'Continue with Acme ID')
    const answers = []
    for (const [email, password] of [
      [ines.email, PASSWORD],
      [owner.email, PASSWORD],
      ['nobody@example.test', 'wrong'],
    ]) {
      const { status, text } = await new Visitor(tenant).post('/login', { email, password })
      answers.push([status, text.replaceAll(/nonce-?="?[^"]+"/g, '')])
    }
    assert.equal(answers[0][0], 403)
    assert.deepEqual(answers[1], answers[0])
    assert.deepEqual(answers[2], answers[0])
    await assert.rejects(() => inLive(tenant, () => openSession(ines)), /identity provider/)
  })

  test('sends no link to a new password, and takes none that was sent', async ({ assert }) => {
    const made = await ready()
    const { tenant, owner } = made
    const ines = await withPassword(tenant, await makeUser(tenant, 'member'))
    const early = await inLive(tenant, () => unit(() => UserLink.issue(ines, 'reset')))
    const invited = await makeUser(tenant, 'member')
    const welcome = await inLive(tenant, () => unit(() => UserLink.issue(invited, 'welcome')))
    const paths = [
      `/reset/${(await inLive(tenant, () => early.token())).release()}`,
      `/welcome/${(await inLive(tenant, () => welcome.token())).release()}`,
    ]
    const by = { type: 'user', id: owner.id, name: owner.name } as const
    await inLive(tenant, () => Enforcement.require([owner.id], by))
    const values = { password: 'a new and longer night', repeated: 'a new and longer night' }
    for (const path of paths) {
      const visitor = new Visitor(tenant)
      assert.include([303, 404], (await visitor.get(path)).status)
      assert.include([303, 404], (await visitor.post(path, values)).status)
      assert.equal((await visitor.get('/documents')).status, 303)
    }
    await new Visitor(tenant).post('/forgot', { email: ines.email })
    assert.include(await notices(tenant), 'account.single_sign_on')
    assert.notInclude(await notices(tenant), 'account.reset')
    assert.lengthOf(await inLive(tenant, () => UserLink.query().where('userId', ines.id)), 0)
  })

  test('lets the owners named for it in with password and second factor, and everybody hears of it', async ({
    assert,
  }) => {
    const { tenant, owner, secret } = await required()
    const other = await withPassword(tenant, await makeUser(tenant, 'owner'))
    const path = '/login/emergency'
    const visitor = new Visitor(tenant)
    assert.include((await visitor.get(path)).text, 'Emergency log-in')
    const refused = await visitor.post(path, { email: other.email, password: PASSWORD })
    const wrong = await visitor.post(path, { email: owner.email, password: 'wrong' })
    assert.deepEqual([refused.status, wrong.status], [422, 422])
    const first = await visitor.post(path, { email: owner.email, password: PASSWORD })
    assert.equal(first.headers.location, '/login/code')
    assert.equal((await visitor.get('/documents')).status, 303)
    assert.notInclude(await notices(tenant), 'sso.emergency_log_in')
    const second = await visitor.post('/login/code', { code: codeFrom(secret) })
    assert.equal(second.headers.location, '/documents')
    assert.equal((await visitor.get('/documents')).status, 200)
    assert.include(await notices(tenant), 'sso.emergency_log_in')
    const actions = (await inLive(tenant, () => SecurityTrail.read({ limit: 5 }))).map(
      ({ action }) => action
    )
    assert.include(actions, 'log_in.emergency')
    assert.equal((await visitor.post('/logout')).headers.location, '/login')
    assert.equal((await visitor.get('/documents')).status, 303)
    // somewhere else there is no such page
    const plain = new Visitor(await makeTenant())
    assert.equal((await plain.get(path)).headers.location, '/login')
  })

  test('keeps out those who have a password form, or the code’s, open while it begins', async ({
    assert,
  }) => {
    const { tenant, owner } = await ready()
    const ines = await withPassword(tenant, await makeUser(tenant, 'member'))
    const half = await withPassword(tenant, await makeUser(tenant, 'member'))
    const { secret } = await withSecondFactor(tenant, half)
    const [form, code] = [new Visitor(tenant), new Visitor(tenant)]
    assert.include((await form.get('/login')).text, 'name="password"')
    const first = await code.post('/login', { email: half.email, password: PASSWORD })
    assert.equal(first.headers.location, '/login/code')
    await inLive(tenant, () => Enforcement.require([owner.id], asActor(owner)))
    const answer = await form.post('/login', { email: ines.email, password: PASSWORD })
    assert.equal(answer.status, 403)
    assert.include(answer.text, 'Continue with Acme ID')
    assert.notInclude(answer.text, 'name="password"')
    const late = await code.post('/login/code', { code: codeFrom(secret) })
    assert.include([303, 403], late.status)
    for (const visitor of [form, code])
      assert.match(String((await visitor.get('/documents')).headers.location), /^\/login/)
  })

  test('lets two tabs of one browser in, in whichever order they come back, and a page that is gone back to changes nothing', async ({
    assert,
  }) => {
    const { tenant, connection } = await required()
    const ann = await makeUser(tenant, 'member')
    const visitor = new SsoVisitor(tenant)
    const [one, two] = [await visitor.begin('/settings/keys'), await visitor.begin('/documents')]
    const back = async (inResponseTo: string) =>
      visitor.bring(responseOf(provider, connection, { inResponseTo, nameId: ann.email }))
    const second = await back(two)
    assert.equal((await visitor.complete(second)).headers.location, '/documents')
    const first = await back(one)
    assert.equal((await visitor.complete(first)).headers.location, '/settings/keys')
    assert.isTrue(await visitor.isKnown())
    // the back button: to the code, and to the form of the provider
    for (const again of [await visitor.complete(first), await back(one)])
      assert.equal(again.status, 403)
    assert.isTrue(await visitor.isKnown())
    const next = await visitor.logIn(provider, connection, { nameId: ann.email })
    assert.equal(next.headers.location, '/documents')
  })

  test('ends a session on both sides, and leads to a log-in without a password', async ({
    assert,
  }) => {
    const { tenant, connection } = await required()
    const ann = await makeUser(tenant, 'member')
    const visitor = new SsoVisitor(tenant)
    const { slo } = connection.addresses
    await visitor.logIn(provider, connection, { nameId: ann.email })
    const asked = requestIn(String((await visitor.post('/logout')).headers.location))
    assert.equal(asked.url.origin + asked.url.pathname, 'https://idp.example/slo')
    assert.isFalse(await visitor.isKnown())
    const answer = provider.logoutXml('LogoutResponse', {
      destination: slo,
      inResponseTo: asked.id,
    })
    const query = provider.logoutQuery('SAMLResponse', answer)
    const done = await visitor.get(`/sso/saml/slo?${query}`)
    assert.equal(done.headers.location, '/login')
    const page = await visitor.followed(done)
    assert.include(page.text, 'You are logged out.')
    assert.notInclude(page.text, 'name="password"')
    await visitor.logIn(provider, connection, { nameId: ann.email })
    const theirs = provider.logoutXml('LogoutRequest', { destination: slo, nameId: ann.email })
    const told = await visitor.get(`/sso/saml/slo?${provider.logoutQuery('SAMLRequest', theirs)}`)
    assert.include(requestIn(String(told.headers.location)).xml, 'LogoutResponse')
    assert.isFalse(await visitor.isKnown())
  })

  test('keeps one owner for emergencies', async ({ assert }) => {
    const { tenant, owner } = await required()
    const second = new Visitor(tenant, await makeUser(tenant, 'owner'))
    const by = { provider: 'x', nameId: 'x', nameFormat: null, sessionIndex: null }
    const endsAt = new Date(clock.now().getTime() + HOUR_MS)
    const { token } = await inLive(tenant, () =>
      openSession(second.user!, { by: { ...by, endsAt } })
    )
    second.cookies.set('session', token.release())
    for (const [path, values] of [
      [`/settings/members/${owner.id}/disable`, {}],
      [`/settings/members/${owner.id}/role`, { role: 'member' }],
    ] as const)
      await second.post(path, values)
    const candidates = await inLive(tenant, () => EmergencyOwners.candidates())
    assert.isTrue(candidates.find(({ user }) => user.id === owner.id)?.isNamed)
  })

  test('sees a log-in that began before it, and is seen by one after it', async ({ assert }) => {
    const made = await ready()
    const { tenant, owner } = made
    const ines = await makeUser(tenant, 'member')
    const by = { type: 'user', id: owner.id, name: owner.name } as const
    const logIns = Array.from({ length: 8 }, () =>
      inLive(tenant, () => openSession(ines)).then(
        () => 'in',
        (error: { code: string }) => error.code
      )
    )
    const [outcomes] = await Promise.all([
      Promise.all(logIns),
      inLive(tenant, () => Enforcement.require([owner.id], by)),
    ])
    assert.isTrue(
      outcomes.every((one) => ['in', 'single_sign_on_required'].includes(one)),
      outcomes.join()
    )
    const left = await inLive(tenant, () => Session.query().whereNull('provider'))
    assert.lengthOf(left, 0)
  })

  test('leaves API keys and signers alone', async ({ assert }) => {
    const made = await ready()
    const { tenant, owner } = made
    const { secret } = await inLive(tenant, () =>
      ApiKey.issue({ environment: 'live', name: 'Nightly export', createdBy: owner })
    )
    const by = { type: 'user', id: owner.id, name: owner.name } as const
    assert.include((await made.visitor.get(PAGE)).text, 'Nightly export')
    await inLive(tenant, () => Enforcement.require([owner.id], by))
    const answer = await ask({
      path: '/api/v1/documents',
      headers: { host: hostOfTenant(tenant), authorization: `Bearer ${secret.release()}` },
    })
    assert.equal(answer.status, 200)
  })

  test('ends with single sign-on itself, by owners alone', async ({ assert }) => {
    const made = await required()
    const { tenant, connection } = made
    const by = { type: 'user', id: (await makeUser(tenant, 'admin')).id, name: 'Ada' } as const
    await assert.rejects(() => inLive(tenant, () => Connecting.turn(false, by)), /owner/)
    const other = await TestIdentityProvider.make('https://other.example/metadata')
    const metadata = await inLive(tenant, () => Connecting.read(other.metadata()))
    await assert.rejects(() => inLive(tenant, () => Connecting.connect(metadata, {}, by)), /owner/)
    assert.isTrue(await isRequired(made))
    await inLive(tenant, () => Connecting.turn(false, CONSOLE))
    assert.isFalse(await isRequired(made))
    await inLive(tenant, () => Connecting.turn(true, CONSOLE))
    assert.isFalse(await isRequired(made))
    assert.equal((await inLive(tenant, () => Connection.current()))!.provider, connection.provider)
  })

  test('is lifted by an owner in person or the operator: by no key, no work of ours, and nobody who was an owner', async ({
    assert,
  }) => {
    const made = await required()
    const { tenant, owner } = made
    const gone = await makeUser(tenant, 'owner')
    await inLive(tenant, () => gone.merge({ disabledAt: clock.now() }).save())
    const strangers: Actor[] = [
      SYSTEM,
      { ...SYSTEM, type: 'signer' },
      { ...asActor(owner), via: 'key_somebody' },
      { ...asActor(owner), type: 'signer' },
      asActor(gone),
      asActor(await makeUser(tenant, 'admin')),
    ]
    for (const by of strangers)
      await assert.rejects(() => inLive(tenant, () => Enforcement.lift(by)), /Only an owner/)
    assert.isTrue(await isRequired(made))
    await inLive(tenant, () => Enforcement.lift(CONSOLE))
    assert.isFalse(await isRequired(made))
  })

  test('is lifted by a smaller plan, and does not come back by itself', async ({ assert }) => {
    const made = await required()
    const { tenant, owner, secret } = made
    await changePlan(tenant, 'pro')
    assert.isFalse(await isRequired(made))
    assert.include(await notices(tenant), 'sso.lifted')
    const visitor = new Visitor(tenant)
    const answer = await visitor.post('/login', { email: owner.email, password: PASSWORD })
    assert.equal(answer.headers.location, '/login/code')
    await visitor.post('/login/code', { code: codeFrom(secret) })
    for (const path of ['/settings/single-sign-on', '/documents'])
      assert.include((await visitor.get(path)).text, 'Single sign-on was required', path)
    const admin = await Visitor.as(tenant, 'admin')
    const home = await admin.get('/documents')
    assert.include(home.text, 'Single sign-on was required')
    assert.notInclude(home.text, 'Leave it so')
    const member = await Visitor.as(tenant, 'member')
    assert.notInclude((await member.get('/documents')).text, 'Single sign-on was required')
    assert.notInclude((await admin.get('/test/documents')).text, 'Single sign-on was required')
    assert.isNotNull(await inLive(tenant, () => Connection.current()))
    await changePlan(tenant, 'business')
    assert.isFalse(await isRequired(made))
    assert.equal((await notices(tenant)).filter((kind) => kind === 'sso.returned').length, 1)
    await changePlan(tenant, 'business')
    assert.equal((await notices(tenant)).filter((kind) => kind === 'sso.returned').length, 1)
    assert.include((await new Visitor(tenant).get('/login')).text, 'name="password"')
    assert.include((await admin.get('/documents')).text, 'requires it again')
    await visitor.post(`${PAGE}/lift`)
    for (const who of [visitor, admin])
      assert.notInclude((await who.get('/documents')).text, 'Single sign-on was required')
    await changePlan(tenant, 'business')
    assert.equal((await notices(tenant)).filter((kind) => kind === 'sso.returned').length, 1)
  })
})
