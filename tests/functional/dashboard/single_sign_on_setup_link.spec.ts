import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { Attempts } from '#app/single_sign_on/attempt'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import { CONSOLE } from '#app/cli/_console'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { requestIn, responseOf, SsoVisitor } from '#tests/support/single_sign_on'

const PAGE = '/settings/single-sign-on/setup-link'

test.group('Single sign-on | set-up link', (group) => {
  let acme: Tenant
  let admin: Visitor
  let provider: TestIdentityProvider

  group.setup(async () => {
    provider = await TestIdentityProvider.make()
  })
  group.each.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
    admin = await Visitor.as(acme, 'admin')
  })
  group.each.teardown(() => clock.restore())

  async function linkOf(who: Visitor): Promise<string> {
    const { text } = await who.post(PAGE)
    return /\/sso\/setup\/[\w-]{43}/.exec(text)![0]
  }

  /** Somebody without an account who has followed it. */
  async function guestOf(path: string): Promise<SsoVisitor> {
    const guest = new SsoVisitor(acme)
    assertRedirect(await guest.get(path))
    return guest
  }

  const setUp = (guest: Visitor, metadata = provider.metadata()) =>
    guest.post('/sso/setup/provider', { name: 'Acme ID', metadata })
  const connectionNow = () => inLive(acme, () => Connection.current())

  test('lets somebody without an account connect the provider, and an owner turn it on', async ({
    assert,
  }) => {
    const guest = await guestOf(await linkOf(admin))
    const page = await guest.get('/sso/setup')
    assert.equal(page.status, 200)
    assert.include(page.text, '/sso/saml/acs')
    assert.equal((await setUp(guest, '<a/>')).status, 422)
    assert.equal((await setUp(guest)).status, 303)
    assert.isFalse((await connectionNow())!.isOn)
    // neither the link nor the administrator who made it
    const refused = await admin.post('/settings/single-sign-on/on')
    assert.equal(refused.status, 403)
    assert.isFalse((await connectionNow())!.isOn)
    assert.equal((await new Visitor(acme).get('/sso/saml/login')).status, 404)
    const kinds = await inLive(acme, async () => (await Notice.query()).map(({ kind }) => kind))
    assert.deepEqual(kinds, ['sso.set_up'])
    const entries = await inLive(acme, () => SecurityTrail.read({ limit: 3 }))
    const [connected] = entries.filter(({ action }) => action === 'sso.connected')
    assert.include(connected.personal.actorName, 'Set-up link made by')
    const owner = await Visitor.as(acme)
    assert.equal((await owner.post('/settings/single-sign-on/on')).status, 303)
    assert.isTrue((await connectionNow())!.isOn)
    // and from then on it changes nothing
    const other = await TestIdentityProvider.make('https://other.example/metadata')
    assert.equal((await setUp(guest, other.metadata())).status, 422)
    assert.equal((await connectionNow())!.provider, provider.entityId)
  })

  test('runs a test, and shows each check without the person', async ({ assert }) => {
    const guest = await guestOf(await linkOf(admin))
    await setUp(guest)
    const connection = (await connectionNow())!
    const { id, url } = requestIn(String((await guest.post('/sso/setup/test')).headers.location))
    const answer = await guest.bring(
      responseOf(provider, connection, { inResponseTo: id, nameId: admin.user!.email }),
      url.searchParams.get('RelayState')!
    )
    const done = await guest.complete(answer)
    assert.match(String(done.headers.location), /^\/sso\/setup\/attempts\/ssa_/)
    const { status, text } = await guest.followed(done)
    assert.equal(status, 200)
    assert.include(text, 'The test passed every check.')
    assert.notInclude(text, admin.user!.email)
    assert.notInclude(text, 'Admin')
    assert.equal((await guest.get('/documents')).status, 303)
    const [attempt] = await inLive(acme, () => Attempts.latest())
    const stranger = await guestOf(await linkOf(admin))
    assert.equal((await stranger.get(`/sso/setup/attempts/${attempt.id}`)).status, 404)
  })

  test('opens nothing else, and nothing anywhere else', async ({ assert }) => {
    const path = await linkOf(admin)
    const guest = await guestOf(path)
    for (const page of ['/documents', '/settings/members', '/settings/single-sign-on'])
      assert.match(String((await guest.get(page)).headers.location), /^\/login/)
    assert.equal((await guest.post('/settings/single-sign-on/on')).status, 303)
    const other = await makeTenant()
    assert.equal((await new Visitor(other).get(path)).status, 404)
    assert.equal((await new Visitor(other, null).get('/sso/setup')).status, 404)
    assert.equal((await guest.at(other).get('/sso/setup')).status, 404)
    const member = await Visitor.as(acme, 'member')
    assert.equal((await member.post(PAGE)).status, 403)
  })

  test('ends after seven days, when it is revoked or replaced, and with its maker', async ({
    assert,
  }) => {
    const first = await linkOf(admin)
    const guest = await guestOf(first)
    const second = await linkOf(admin)
    assert.equal((await guest.get('/sso/setup')).status, 404)
    assert.equal((await new Visitor(acme).get(first)).status, 404)
    await admin.post(`${PAGE}/revoke`)
    assert.equal((await new Visitor(acme).get(second)).status, 404)
    const third = await linkOf(admin)
    clock.travel(8 * DAY_MS)
    assert.equal((await new Visitor(acme).get(third)).status, 404)
    clock.restore()
    const fourth = await guestOf(third)
    await inLive(acme, () => admin.user!.merge({ role: 'member' }).save())
    assert.equal((await setUp(fourth)).status, 404)
    assert.isNull(await connectionNow())
  })

  test('does not make owners of those whom a domain lets in', async ({ assert }) => {
    const metadata = await inLive(acme, () => Connecting.read(provider.metadata()))
    await inLive(acme, () =>
      Connecting.connect(metadata, { isOn: false }, CONSOLE, { domains: ['corp.example'] })
    )
    const guest = await guestOf(await linkOf(admin))
    const mine = await TestIdentityProvider.make('https://mine.example/metadata')
    assert.equal((await setUp(guest, mine.metadata())).status, 422)
    assert.equal((await connectionNow())!.provider, provider.entityId)
  })

  test('is shown once, and kept as a hash', async ({ assert }) => {
    const path = await linkOf(admin)
    const page = await admin.get(PAGE)
    assert.equal(page.status, 200)
    assert.notInclude(page.text, path)
    assert.include(page.text, 'Revoke')
  })

  function assertRedirect({ status, headers }: Awaited<ReturnType<Visitor['get']>>): void {
    if (status !== 303 || headers.location !== '/sso/setup')
      throw new Error(`${status} ${String(headers.location)}`)
  }
})
