import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import type User from '#app/identity/users/user'
import UserLink from '#app/identity/users/user_link'
import { OwnAddress } from '#app/identity/addresses/own_address'
import AddressChange from '#app/identity/addresses/address_change'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { doWork } from '#tests/support/inline_work'
import { codeFrom, withSecondFactor } from '#tests/support/second_factor'
import { connected, SsoVisitor } from '#tests/support/single_sign_on'
import { SmtpHost } from '#tests/support/smtp_host'

const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/605.1'
const SUBJECT = 'Your account was used in a new browser'

test.group('Dashboard | log-in in a new browser', (group) => {
  let acme: Tenant
  let host: SmtpHost

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business', name: 'Acme Estates' })
    host = await SmtpHost.open()
    host.takesOver()
    return () => host.close()
  })
  group.each.teardown(() => clock.restore())

  /** Somebody who has been here before. */
  async function member(): Promise<User> {
    const user = await withPassword(acme, await makeUser(acme, 'member'))
    await inLive(acme, () => user.merge({ lastSeenAt: clock.now() }).save())
    return user
  }

  const logIn = ({ email }: User, visitor = new Visitor(acme)) =>
    visitor.post('/login', { email, password: PASSWORD }, { 'user-agent': SAFARI })

  async function mailsTo({ email }: User): Promise<string[]> {
    await doWork(acme, 'mail.notice')
    await doWork(acme, 'mail.notice_copy')
    return host.received
      .filter(({ envelope, parsed }) => envelope.to.includes(email) && parsed.subject === SUBJECT)
      .map(({ parsed }) => parsed.text ?? '')
  }

  test('is mailed with browser, address and time, once for each browser', async ({ assert }) => {
    const user = await member()
    const visitor = new Visitor(acme)
    const answer = await logIn(user, visitor)
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    const cookie = cookies.find((one) => one.startsWith('device='))
    assert.match(cookie ?? '', /^device=[\w-]{43};.*Max-Age=34560000.*HttpOnly.*SameSite=Lax/i)
    const [text, ...more] = await mailsTo(user)
    assert.isEmpty(more)
    assert.include(text, 'Safari on iPhone')
    assert.include(text, '127.0.0.1')
    assert.match(text, /\d{2}:\d{2} UTC/)
    assert.include(text, '/account#sessions-title')
    await visitor.post('/logout')
    await logIn(user, visitor)
    assert.lengthOf(await mailsTo(user), 1)
    await logIn(user)
    assert.lengthOf(await mailsTo(user), 2)
    const stored = 'select token_sha256 from known_devices where user_id = $1'
    const [rows] = await inLive(acme, () =>
      CurrentTenant.batch([{ text: stored, values: [user.id] }])
    )
    const token = visitor.cookies.get('device')!
    assert.include(
      rows.map((row) => row.token_sha256),
      sha256Hex(token)
    )
    assert.notInclude(JSON.stringify(rows), token)
  })

  test('is not mailed for the first that follows an invitation, and is for the next', async ({
    assert,
  }) => {
    const by = { type: 'system', id: 'tests', name: 'Tests' } as const
    const invited = { name: 'Ines', email: `ines@${acme.slug}.test`, role: 'member' } as const
    const user = await inLive(acme, () => MemberInvitation.invite(invited, by))
    const link = await inLive(acme, () => UserLink.query().where('userId', user.id).firstOrFail())
    const token = (await inLive(acme, () => link.token())).release()
    const visitor = new Visitor(acme)
    await visitor.post(`/welcome/${token}`, { password: PASSWORD, repeated: PASSWORD })
    assert.equal((await visitor.get('/documents')).status, 200)
    assert.isEmpty(await mailsTo(user))
    await logIn(user, visitor)
    assert.isEmpty(await mailsTo(user))
    await logIn(user)
    assert.lengthOf(await mailsTo(user), 1)
  })

  test('is mailed once the second factor is given, and not before', async ({ assert }) => {
    const user = await member()
    const { secret } = await withSecondFactor(acme, user)
    const visitor = new Visitor(acme)
    await logIn(user, visitor)
    assert.isEmpty(await mailsTo(user))
    assert.isFalse(visitor.cookies.has('device'))
    await visitor.post('/login/code', { code: codeFrom(secret) })
    assert.lengthOf(await mailsTo(user), 1)
  })

  test('is mailed for single sign-on as well', async ({ assert }) => {
    const corp = await makeTenant({ plan: 'business' })
    const provider = await TestIdentityProvider.make()
    const connection = await connected(corp, provider, { name: 'Corp ID' })
    const ann = await makeUser(corp, 'member')
    const visitor = new SsoVisitor(corp)
    const arrive = (at = visitor) => at.logIn(provider, connection, { nameId: ann.email })
    const notices = async () => {
      const text = `select id from notices where kind = 'account.new_device' and user_id = $1`
      const [rows] = await inLive(corp, () => CurrentTenant.batch([{ text, values: [ann.id] }]))
      return rows.length
    }
    await arrive()
    assert.equal(await notices(), 0) // the first ever
    await arrive()
    assert.equal(await notices(), 0)
    await arrive(new SsoVisitor(corp))
    assert.equal(await notices(), 1)
  })

  test('is mailed once when two tabs of one browser log in at once', async ({ assert }) => {
    const user = await member()
    const tabs = [new Visitor(acme), new Visitor(acme)]
    for (const tab of tabs) tab.cookies.set('device', 'd'.repeat(43))
    await Promise.all(tabs.map((tab) => logIn(user, tab)))
    assert.lengthOf(await mailsTo(user), 1)
  })

  test('takes no browser’s word for more than a token, and each person’s apart', async ({
    assert,
  }) => {
    const [user, other] = [await member(), await member()]
    const visitor = new Visitor(acme)
    visitor.cookies.set('device', 'short')
    await logIn(user, visitor)
    assert.match(visitor.cookies.get('device') ?? '', /^[\w-]{43}$/)
    await logIn(other, visitor)
    assert.lengthOf(await mailsTo(other), 1)
  })

  test('is mailed again for every browser after “this was not me”', async ({ assert }) => {
    const user = await member()
    const visitor = new Visitor(acme)
    await logIn(user, visitor)
    assert.lengthOf(await mailsTo(user), 1)
    const token = await inLive(acme, async () => {
      const by = { type: 'user', id: user.id, name: user.name } as const
      await new OwnAddress(user, by).request('elsewhere@example.test')
      const change = await AddressChange.query().where('userId', user.id).firstOrFail()
      return (await change.token('refuse')).release()
    })
    await new Visitor(acme).post(`/address/${token}/refuse`)
    await logIn(user, visitor)
    assert.lengthOf(await mailsTo(user), 2)
  })
})
