import { test } from '@japa/runner'
import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { OpenSessions } from '#app/identity/sessions/open_sessions'
import { sessionOfToken } from '#app/identity/sessions/session_of_token'
import { openSession } from '#app/identity/sessions/session_opening'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'

const DAY_MS = 24 * 60 * 60 * 1000

test.group('User and session', (group) => {
  let acme: Tenant
  let globex: Tenant

  group.setup(async () => {
    acme = await makeTenant()
    globex = await makeTenant()
  })
  group.each.teardown(() => clock.restore())

  const within = <T>(tenant: Tenant, work: () => T) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const inAcme = <T>(work: () => T) => within(acme, work)
  const owner = () => User.query().where('role', 'owner').firstOrFail()
  const open = () => inAcme(async () => openSession(await owner()))

  test('knows the right password, whatever the case of the address', async ({ assert }) => {
    const user = await inAcme(owner)
    await inAcme(() => user.changePassword(new Secret('a long and quiet night')))
    const login = (email: string, password: string) =>
      inAcme(() => User.withCredentials(email, new Secret(password)))
    assert.equal((await login(user.email.toUpperCase(), 'a long and quiet night'))?.id, user.id)
    assert.isNull(await login(user.email, 'a long and quiet day'))
    assert.isNull(await login('nobody@example.com', 'a long and quiet night'))
  })

  test('refuses a user without a password and a disabled one', async ({ assert }) => {
    const bare = await makeTenant()
    const user = await within(bare, owner)
    const login = (password: string) =>
      within(bare, () => User.withCredentials(user.email, new Secret(password)))
    assert.isNull(await login(''))
    await within(bare, () => user.changePassword(new Secret('a long and quiet night')))
    await within(bare, () => user.merge({ disabledAt: clock.now() }).save())
    assert.isNull(await login('a long and quiet night'))
  })

  test('finds a session by its token, with its user', async ({ assert }) => {
    const { session, token } = await open()
    const found = await inAcme(() => sessionOfToken(token.release()))
    assert.equal(found?.tokenSha256, session.tokenSha256)
    assert.equal(found?.user.role, 'owner')
    assert.isNull(await inAcme(() => sessionOfToken('nonsense')))
  })

  test('keeps no token in its row', async ({ assert }) => {
    const { session, token } = await open()
    assert.notInclude(JSON.stringify(session.$attributes), token.release())
  })

  test('is nobody’s session under another tenant’s host', async ({ assert }) => {
    const { token } = await open()
    assert.isNull(await within(globex, () => sessionOfToken(token.release())))
  })

  test('ends the session that a log-in replaces', async ({ assert }) => {
    const before = await open()
    const after = await inAcme(async () =>
      openSession(await owner(), { replacing: before.session })
    )
    assert.notEqual(after.token.release(), before.token.release())
    assert.isNull(await inAcme(() => sessionOfToken(before.token.release())))
    assert.exists(await inAcme(() => sessionOfToken(after.token.release())))
  })

  test('ends after 14 idle days and not before', async ({ assert }) => {
    const { token } = await open()
    clock.travel(13 * DAY_MS)
    assert.exists(await inAcme(() => sessionOfToken(token.release())))
    clock.travel(13 * DAY_MS)
    assert.exists(await inAcme(() => sessionOfToken(token.release())))
    clock.travel(14 * DAY_MS)
    assert.isNull(await inAcme(() => sessionOfToken(token.release())))
  })

  test('notes that it was seen at most once a minute', async ({ assert }) => {
    const { session, token } = await open()
    clock.travel(59_000)
    assert.deepEqual((await inAcme(() => sessionOfToken(token.release())))?.seenAt, session.seenAt)
    clock.travel(1_000)
    assert.isAbove(
      (await inAcme(() => sessionOfToken(token.release())))?.seenAt.getTime() ?? 0,
      session.seenAt.getTime()
    )
  })

  test('dies with log-out, and all of a user’s but one at once', async ({ assert }) => {
    const [first, second, third] = [await open(), await open(), await open()]
    await inAcme(() => first.session.close())
    assert.isNull(await inAcme(() => sessionOfToken(first.token.release())))
    await inAcme(async () => OpenSessions.closeAll(await owner(), { but: third.session }))
    assert.isNull(await inAcme(() => sessionOfToken(second.token.release())))
    assert.exists(await inAcme(() => sessionOfToken(third.token.release())))
  })

  test('is not found while its user is disabled', async ({ assert }) => {
    const { token } = await open()
    const user = await inAcme(owner)
    await inAcme(() => user.merge({ disabledAt: clock.now() }).save())
    assert.isNull(await inAcme(() => sessionOfToken(token.release())))
    await inAcme(() => user.merge({ disabledAt: null }).save())
  })

  test('remembers which environment it shows', async ({ assert }) => {
    const { session, token } = await open()
    await inAcme(() => session.show('test'))
    assert.equal((await inAcme(() => sessionOfToken(token.release())))?.environment, 'test')
  })
})
