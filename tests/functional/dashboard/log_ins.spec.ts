import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import type User from '#app/identity/users/user'
import type Tenant from '#app/tenants/tenant'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { addPasskey, optionsFrom, usePasskey } from '#tests/support/passkeys'
import { codeFrom, withSecondFactor } from '#tests/support/second_factor'
import { setSetting } from '#tests/support/setting'

test.group('Dashboard | log-ins in the security log', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
  })
  group.each.teardown(() => clock.restore())

  const member = async () => withPassword(acme, await makeUser(acme, 'member'))
  const logIn = ({ email }: User, visitor = new Visitor(acme), password = PASSWORD) =>
    visitor.post('/login', { email, password })

  /** What the log says that somebody did, oldest first. */
  const logged = async ({ id }: User) =>
    (await inLive(acme, () => SecurityTrail.read({ limit: 100 })))
      .filter(({ body, action }) => body.actor.id === id && action.startsWith('log_in.'))
      .map(({ action, body }) => [action, body.details?.method])
      .toReversed()

  test('are there once each, by how somebody came in, and only for those who got in', async ({
    assert,
  }) => {
    const user = await member()
    await logIn(user, new Visitor(acme), 'wrong')
    assert.isEmpty(await logged(user))
    const visitor = new Visitor(acme)
    await logIn(user, visitor)
    assert.deepEqual(await logged(user), [['log_in.password', 'password']])
    await visitor.get('/documents')
    assert.lengthOf(await logged(user), 1)
    const { secret } = await withSecondFactor(acme, user)
    const half = new Visitor(acme)
    await logIn(user, half)
    assert.lengthOf(await logged(user), 1)
    await half.post('/login/code', { code: codeFrom(secret) })
    assert.deepEqual((await logged(user)).at(-1), ['log_in.password', 'password_code'])
  })

  test('name a passkey, from a new browser as well, which is mailed', async ({ assert }) => {
    const visitor = await Visitor.as(acme, 'member')
    const user = await withPassword(acme, visitor.user!)
    const { device } = await addPasskey(visitor)
    await inLive(acme, () => user.merge({ lastSeenAt: clock.now() }).save())
    const before = await logged(user)
    const fresh = new Visitor(acme)
    assert.equal((await usePasskey(fresh, device, '/login/passkey')).status, 303)
    assert.deepEqual((await logged(user)).slice(before.length), [['log_in.passkey', 'passkey']])
    const devices = () =>
      inLive(acme, async () => {
        const text = `select 1 from notices where user_id = $1 and kind = 'account.new_device'`
        return (await CurrentTenant.batch([{ text, values: [user.id] }]))[0].length
      })
    assert.equal(await devices(), 1)
    // the same browser once more is no new one
    await fresh.post('/logout')
    await usePasskey(fresh, device, '/login/passkey')
    assert.equal(await devices(), 1)
  })

  test('are events for a SIEM: authentications in OCSF’s terms', async ({ assert }) => {
    const user = await member()
    await logIn(user)
    const client = await ApiClient.of(acme, 'live', { scopes: ['security:read'] })
    const { text } = await client.get('/api/v1/security/events?limit=100&action=log_in.password', {
      accept: 'application/jsonl',
    })
    const events = text.split('\n').filter(Boolean)
    const own = events
      .map((line) => JSON.parse(line))
      .filter(({ actor }) => actor.user.uid === user.id)
    assert.lengthOf(own, 1)
    assert.containSubset(own[0], {
      ...{ class_uid: 3002, activity_id: 1, status_id: 1, severity_id: 1 },
      user: { uid: user.id },
    })
  })

  test('by passkey bind their cookie to the host where there is https', async ({ assert }) => {
    const visitor = await Visitor.as(acme, 'member')
    await visitor.get('/account')
    const set = async () => {
      const { headers } = await new Visitor(acme).post('/login/passkey/options')
      return [headers['set-cookie'] ?? []].flat().find((one) => one.includes('passkey='))
    }
    assert.match((await set()) ?? '', /^passkey=[^;]+;.*HttpOnly/i)
    const restore = setSetting('PUBLIC_SCHEME', 'https')
    const secure = await set()
    restore()
    assert.match(secure ?? '', /^__Host-passkey=[^;]+;/)
    for (const part of [/; Path=\/(;|$)/, /; Secure/, /; HttpOnly/, /; SameSite=Lax/i])
      assert.match(secure ?? '', part)
    assert.notMatch(secure ?? '', /domain=/i)
    await optionsFrom(visitor, '/login/passkey/options')
  })
})
