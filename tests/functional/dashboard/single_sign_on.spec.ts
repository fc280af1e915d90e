import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { Attempts } from '#app/single_sign_on/attempt'
import { Connecting } from '#app/single_sign_on/connecting'
import { CONSOLE } from '#app/cli/_console'
import { ProvedDomains } from '#app/single_sign_on/proved_domains'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { insertion } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import { MailChoices } from '#app/identity/mails/mail_choices'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import { Membership } from '#app/identity/users/membership'
import User from '#app/identity/users/user'
import type Connection from '#app/single_sign_on/connection'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { iso, newXmlId, TestIdentityProvider } from '#tests/support/identity_provider'
import { connected, requestIn, responseOf, SsoVisitor } from '#tests/support/single_sign_on'

const HOUR_MS = 3_600_000
const mailOf = ({ email }: User) => ({ attributes: { email: [email] } })

let acme: Tenant
let other: Tenant
let provider: TestIdentityProvider
let connection: Connection
let ann: User

test.group('Single sign-on', (group) => {
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
    other = await makeTenant({ name: 'Other' })
    provider = await TestIdentityProvider.make()
    const terms = { name: 'Acme ID', makesMembers: true }
    connection = await connected(acme, provider, terms, ['corp.example'])
    await connected(other, provider)
    ann = await makeUser(acme, 'member')
  })
  group.each.teardown(() => clock.restore())

  const logIn = (visitor: SsoVisitor, terms = {}, next?: string) =>
    visitor.logIn(provider, connection, { nameId: ann.email, ...terms }, next)

  test('is offered on the log-in page, and leads a member to the page they wanted', async ({
    assert,
  }) => {
    const visitor = new SsoVisitor(acme)
    assert.include((await visitor.get('/login')).text, 'Continue with Acme ID')
    const answer = await logIn(visitor, {}, '/settings/keys?page=2')
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, '/settings/keys?page=2')
    assert.include((await visitor.get('/documents')).text, ann.email)
    const [attempt] = await inLive(acme, () => Attempts.latest())
    assert.equal(attempt.outcome, 'passed')
    assert.includeMembers(attempt.passed as string[], ['signature', 'browser', 'account', 'log_in'])
  })

  test('is where an address of a proved domain leads, whether or not anybody has it', async ({
    assert,
  }) => {
    const visitor = new SsoVisitor(acme)
    const said = (await visitor.get('/login')).text
    assert.include(said, 'Leave it empty if you log in with Acme ID.')
    const next = '/settings/keys?page=2'
    const answers = await Promise.all(
      ['ann@corp.example', 'NOBODY@corp.example '].map((email) =>
        visitor.post('/login', { email, password: '', next })
      )
    )
    for (const { status, headers } of answers) {
      assert.equal(status, 303)
      assert.equal(headers.location, `/sso/saml/login?${new URLSearchParams({ next })}`)
    }
    const browser = { 'sec-fetch-mode': 'navigate' }
    const page = await visitor.post('/login', { email: 'ann@corp.example', password: '' }, browser)
    assert.equal(page.status, 200)
    assert.equal(page.headers.refresh, '0; url=/sso/saml/login')
    const evil = { email: 'ann@corp.example', password: '', next: '//evil.example' }
    assert.equal((await visitor.post('/login', evil)).headers.location, '/sso/saml/login')
  })

  test('is not where other addresses lead, nor any where it is off', async ({ assert }) => {
    const odd = ['eve@evil.example', 'x@sub.corp.example', 'ann@corp.example@evil.example', '', 'a']
    const texts = await Promise.all(
      [...odd, ann.email].map(async (email) => {
        const { status, text } = await new Visitor(acme).post('/login', { email, password: '' })
        assert.equal(status, 422, email)
        assert.include(text, 'Type your password.')
        return text.replaceAll(email, '')
      })
    )
    assert.equal(texts[0].length, texts[5].length)
    const bare = await makeTenant()
    const page = new Visitor(bare)
    assert.notInclude((await page.get('/login')).text, 'Leave it empty')
    const address = { email: 'ann@corp.example', password: '' }
    assert.equal((await page.post('/login', address)).status, 422)
    await inLive(acme, () => Connecting.turn(false, CONSOLE))
    assert.equal((await new Visitor(acme).post('/login', address)).status, 422)
    await inLive(acme, () => Connecting.turn(true, CONSOLE))
  })

  test('lets a person who types a password log in with it', async ({ assert }) => {
    const una = await makeUser(acme, 'member')
    await inLive(acme, () => una.merge({ email: 'una@corp.example' }).save())
    await withPassword(acme, una)
    const form = { email: 'una@corp.example', password: PASSWORD, next: '/settings/keys' }
    assert.equal((await new Visitor(acme).post('/login', form)).headers.location, '/settings/keys')
    const wrong = await new Visitor(acme).post('/login', { ...form, password: 'wrong' })
    assert.equal(wrong.status, 422)
  })

  test('makes a member of a proved domain, and of no other', async ({ assert }) => {
    const terms = { nameId: 'New.Person@corp.example', attributes: { displayName: ['New Person'] } }
    const visitor = new SsoVisitor(acme)
    assert.equal((await logIn(visitor, terms)).status, 303)
    const made = await inLive(acme, () => User.byEmail('new.person@corp.example'))
    assert.equal(made?.name, 'New Person')
    assert.equal(made?.role, 'member')
    const stranger = new SsoVisitor(acme)
    assert.equal((await logIn(stranger, { nameId: 'eve@evil.example' })).status, 403)
    assert.isFalse(await stranger.isKnown())
    assert.equal(await lastCode(), 'E_DOMAIN')
    // the same name leads to the same member, whatever the address says next time
    const again = new SsoVisitor(acme)
    await logIn(again, { nameId: 'New.Person@corp.example', attributes: { email: [ann.email] } })
    assert.include((await again.get('/documents')).text, 'new.person@corp.example')
  })

  test('lets nobody in who is shut out, and no owner of a domain that is not proved', async ({
    assert,
  }) => {
    const gone = await makeUser(acme, 'member')
    await inLive(acme, () => gone.merge({ disabledAt: clock.now() }).save())
    assert.equal((await logIn(new SsoVisitor(acme), { nameId: gone.email })).status, 403)
    assert.equal(await lastCode(), 'E_DISABLED')
    const owner = await makeUser(acme, 'owner')
    assert.equal((await logIn(new SsoVisitor(acme), { nameId: owner.email })).status, 403)
    assert.equal(await lastCode(), 'E_OWNER_DOMAIN')
  })

  test('asks of members who became owners what it asks of owners', async ({ assert }) => {
    const heir = await makeUser(acme, 'member')
    assert.equal((await logIn(new SsoVisitor(acme), { nameId: heir.email })).status, 303)
    await inLive(acme, () => heir.merge({ role: 'owner' }).save())
    const visitor = new SsoVisitor(acme)
    assert.equal((await logIn(visitor, { nameId: heir.email })).status, 403)
    assert.equal(await lastCode(), 'E_OWNER_DOMAIN')
    assert.isFalse(await visitor.isKnown())
  })

  test('makes nobody an owner by a name that led to a member before', async ({ assert }) => {
    const heir = await makeUser(acme, 'member')
    const mallory = { nameId: 'mallory', attributes: { email: [heir.email] } }
    assert.equal((await logIn(new SsoVisitor(acme), mallory)).status, 303)
    await inLive(acme, async () => {
      await heir.merge({ role: 'owner' }).save()
      await unit(() => ProvedDomains.vouchFor(heir.email.split('@')[1]))
    })
    const visitor = new SsoVisitor(acme)
    const later = { nameId: 'mallory', attributes: { email: ['mallory@corp.example'] } }
    assert.equal((await logIn(visitor, later)).status, 403)
    assert.equal(await lastCode(), 'E_OWNER_ADDRESS')
    assert.isFalse(await visitor.isKnown())
    assert.equal((await logIn(visitor, { nameId: heir.email })).status, 303)
  })

  test('leads nobody by an earlier name to the person who was invited to a removed member’s address', async ({
    assert,
  }) => {
    const first = await makeUser(acme, 'member')
    assert.equal(
      (await logIn(new SsoVisitor(acme), { nameId: 'former', ...mailOf(first) })).status,
      303
    )
    await inLive(acme, async () => {
      await new Membership(first, CONSOLE, 'owner').remove({ revokeKeys: false })
      const choices = { kinds: [], rhythm: 'daily' } as const
      await MailChoices.replace(first, choices)
      await CurrentTenant.batch([
        insertion('emergency_owners', [
          { user_id: first.id, named_by: first.id, named_at: clock.now() },
        ]),
      ])
      await unit(() => Notice.leave('account.changed', { what: 'password' }, { to: first.id }))
      const { email } = first
      await MemberInvitation.invite({ name: 'Second', email, role: 'admin' }, CONSOLE)
    })
    const visitor = new SsoVisitor(acme)
    const elsewhere = { attributes: { email: ['former@elsewhere.example'] } }
    assert.equal((await logIn(visitor, { nameId: 'former', ...elsewhere })).status, 403)
    assert.equal(await lastCode(), 'E_DOMAIN')
    assert.isFalse(await visitor.isKnown())
    const second = await inLive(acme, () => User.findOrFail(first.id))
    assert.equal(second.mailRhythm, 'each')
    assert.isNull(second.lastSeenAt)
    const left = (table: string) => `select from ${table} where user_id = $1`
    const rows = await inLive(acme, () =>
      CurrentTenant.batch(
        ['sso_identities', 'known_devices', 'unwanted_mails', 'emergency_owners'].map((table) => ({
          text: left(table),
          values: [first.id],
        }))
      )
    )
    for (const found of rows) assert.lengthOf(found, 0)
    const notices = await inLive(acme, () => Notice.query().where('userId', first.id))
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['account.welcome']
    )
  })

  test('accepts one of ten that post the same response at once, and none later', async ({
    assert,
  }) => {
    const visitor = new SsoVisitor(acme)
    const inResponseTo = await visitor.begin()
    const message = responseOf(provider, connection, { inResponseTo, nameId: ann.email })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => new SsoVisitor(acme).bring(message))
    )
    const accepted = answers.filter(({ status }) => status === 303)
    assert.lengthOf(accepted, 1)
    assert.deepEqual(
      answers.filter(({ status }) => status !== 303).map(({ status }) => status),
      Array.from({ length: 9 }, () => 403)
    )
    assert.equal((await visitor.complete(accepted[0])).status, 303)
    assert.isTrue(await visitor.isKnown())
    assert.equal((await visitor.bring(message)).status, 403)
  })

  test('uses an assertion once, whichever requests it answers', async ({ assert }) => {
    const terms = { assertionId: newXmlId(), nameId: ann.email }
    assert.equal((await logIn(new SsoVisitor(acme), terms)).status, 303)
    assert.equal((await logIn(new SsoVisitor(acme), terms)).status, 403)
    assert.equal(await lastCode(), 'E_REPLAY')
  })

  test('opens a session in the browser that began, and in no other', async ({ assert }) => {
    const victim = new SsoVisitor(acme)
    const attacker = new SsoVisitor(acme)
    const inResponseTo = await attacker.begin()
    const answer = await attacker.bring(
      responseOf(provider, connection, { inResponseTo, nameId: ann.email })
    )
    await victim.begin()
    assert.equal((await victim.complete(answer)).status, 403)
    assert.equal(await lastCode(), 'E_BROWSER')
    assert.equal((await attacker.complete(answer)).status, 403)
    assert.isFalse(await victim.isKnown())
  })

  test('takes answers in two tabs of a browser, in either order', async ({ assert }) => {
    const visitor = new SsoVisitor(acme)
    const [first, second] = [
      await visitor.begin('/documents'),
      await visitor.begin('/settings/keys'),
    ]
    for (const [inResponseTo, place] of [
      [second, '/settings/keys'],
      [first, '/documents'],
    ]) {
      const answer = await visitor.bring(
        responseOf(provider, connection, { inResponseTo, nameId: ann.email })
      )
      assert.equal((await visitor.complete(answer)).headers.location, place)
    }
  })

  test('is nobody’s at the host of another tenant with the same provider', async ({ assert }) => {
    const visitor = new SsoVisitor(other)
    const inResponseTo = await visitor.begin()
    const message = responseOf(provider, connection, { inResponseTo, nameId: ann.email })
    assert.equal((await visitor.bring(message)).status, 403)
    assert.isFalse(await visitor.isKnown())
    const here = new SsoVisitor(acme)
    const foreign = await visitor.begin()
    const stolen = responseOf(provider, connection, { inResponseTo: foreign, nameId: ann.email })
    assert.equal((await here.bring(stolen)).status, 403)
    assert.equal(await lastCode(), 'E_IN_RESPONSE_TO')
  })

  test('takes what nobody asked for only where the tenant allows it, and leads nowhere else', async ({
    assert,
  }) => {
    const visitor = new SsoVisitor(acme)
    const unasked = () => responseOf(provider, connection, { nameId: ann.email })
    assert.equal((await visitor.bring(unasked())).status, 403)
    assert.equal(await lastCode(), 'E_UNSOLICITED')
    await connected(acme, provider, { allowsUnsolicited: true })
    for (const [relayState, place] of [
      ['https://evil.example/', '/documents'],
      ['//evil.example', '/documents'],
      ['/\\evil.example', '/documents'],
      ['javascript:alert(1)', '/documents'],
      ['/documents?status=draft', '/documents?status=draft'],
    ]) {
      const answer = await visitor.bring(unasked(), relayState)
      assert.equal((await visitor.complete(answer)).headers.location, place)
    }
    assert.isTrue(await visitor.isKnown())
    await connected(acme, provider, { allowsUnsolicited: false })
  })

  test('answers every odd message with a page, and never with a failure of ours', async ({
    assert,
  }) => {
    const visitor = new SsoVisitor(acme)
    const statuses: number[] = []
    for (const odd of [null, '', '%%%', 'AAAA', 'PGE+', 'A'.repeat(300_000), '\0'])
      statuses.push((await visitor.bring(odd)).status)
    assert.isTrue(
      statuses.every((status) => status === 400 || status === 403),
      statuses.join()
    )
    for (const path of [
      'slo',
      'slo?SAMLRequest=a',
      'slo?SAMLRequest=a&SigAlg=%00&Signature=b',
      'complete',
      'complete?code=x',
      'complete?code[]=x',
      'slo?SAMLResponse=%E0%A4%A&SigAlg=a&Signature=b',
    ]) {
      const { status } = await visitor.get(`/sso/saml/${path}`)
      assert.isTrue(status === 400 || status === 403, `${path} ${status}`)
    }
    const { status, text } = await visitor.bring('AAAA')
    assert.equal(status, 403)
    assert.notMatch(text, /E_[A-Z]|samlp|libxml/)
    const get = await visitor.get('/sso/saml/acs')
    assert.include([404, 405], get.status)
  })

  test('ends with the provider’s session, and lives twelve hours at most', async ({ assert }) => {
    const short = new SsoVisitor(acme)
    await logIn(short, { sessionUntil: iso(Date.now() + HOUR_MS) })
    const long = new SsoVisitor(acme)
    await logIn(long)
    clock.travel(2 * HOUR_MS)
    assert.isFalse(await short.isKnown())
    assert.isTrue(await long.isKnown())
    clock.travel(11 * HOUR_MS)
    assert.isFalse(await long.isKnown())
  })

  test('notifies the provider of a log-out, and accepts its answer once', async ({ assert }) => {
    const visitor = new SsoVisitor(acme)
    await logIn(visitor, { sessionIndex: 's-7' })
    const answer = await visitor.post('/logout')
    const { id, xml, url } = requestIn(String(answer.headers.location))
    assert.equal(url.origin + url.pathname, 'https://idp.example/slo')
    assert.match(xml, /<samlp:SessionIndex>s-7</)
    assert.include(xml, ann.email)
    assert.isNotNull(url.searchParams.get('Signature'))
    assert.isFalse(await visitor.isKnown())
    const response = provider.logoutXml('LogoutResponse', {
      destination: connection.addresses.slo,
      inResponseTo: id,
    })
    const query = provider.logoutQuery('SAMLResponse', response)
    const back = await visitor.get(`/sso/saml/slo?${query}`)
    assert.equal(back.headers.location, '/login')
    assert.equal((await visitor.get(`/sso/saml/slo?${query}`)).status, 403)
  })

  test('logs out whom the provider logs out, by session or altogether', async ({ assert }) => {
    const [one, two, password] = [
      new SsoVisitor(acme),
      new SsoVisitor(acme),
      await Visitor.as(acme),
    ]
    await logIn(one, { sessionIndex: 's-1' })
    await logIn(two, { sessionIndex: 's-2' })
    const ended = (sessionIndexes: string[]) =>
      provider.logoutXml('LogoutRequest', {
        destination: connection.addresses.slo,
        nameId: ann.email,
        sessionIndexes,
      })
    const query = provider.logoutQuery('SAMLRequest', ended(['s-1']), { relayState: 'back' })
    const answer = await new SsoVisitor(acme).get(`/sso/saml/slo?${query}`)
    const { xml, url } = requestIn(String(answer.headers.location))
    assert.include(xml, 'LogoutResponse')
    assert.equal(url.searchParams.get('RelayState'), 'back')
    assert.isFalse(await one.isKnown())
    assert.isTrue(await two.isKnown())
    assert.equal((await one.get(`/sso/saml/slo?${query}`)).status, 403)
    await new SsoVisitor(acme).ask({
      method: 'POST',
      path: '/sso/saml/slo',
      body: new URLSearchParams({ SAMLRequest: provider.logoutPost(ended([])) }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.isFalse(await two.isKnown())
    assert.equal((await password.get('/documents')).status, 200)
  })

  test('publishes our metadata, which change with nothing but our keys', async ({ assert }) => {
    const { status, text, headers } = await new SsoVisitor(acme).get('/sso/saml/metadata')
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /samlmetadata\+xml/)
    for (const address of Object.values(connection.addresses).slice(0, 3))
      assert.include(text, address)
    assert.include(text, connection.keys[0].certificate)
  })

  test('is there for tenants alone that have connected a provider, by plans that include it', async ({
    assert,
  }) => {
    const bare = new Visitor(await makeTenant())
    for (const path of ['metadata', 'login', 'slo'])
      assert.equal((await bare.get(`/sso/saml/${path}`)).status, 404)
    const pro = await makeTenant({ plan: 'pro' })
    await assert.rejects(() => connected(pro, provider), /single sign-on/)
    await inLive(other, () => Connecting.turn(false, CONSOLE))
    assert.equal((await new Visitor(other).get('/sso/saml/login')).status, 404)
    assert.notInclude((await new Visitor(other).get('/login')).text, 'Continue with')
  })
})

async function lastCode(): Promise<string | undefined> {
  const [attempt] = await inLive(acme, () => Attempts.latest())
  return (attempt.fault as { code: string } | null)?.code
}
