import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { factorFirst } from '#app/dashboard/factor_first'
import { FactorPolicy } from '#app/identity/access/factor_policy'
import { openSession } from '#app/identity/sessions/session_opening'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, ownerOf, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { addPasskey } from '#tests/support/passkeys'
import { withSecondFactor } from '#tests/support/second_factor'

const PAGE = '/settings/second-factor'
const FACTOR = '/account/second-factor'

/** A tenant whose owner has a second factor and is logged in. */
async function guarded(): Promise<{ acme: Tenant; olga: Visitor }> {
  const acme = await makeTenant({ plan: 'business', withSandbox: true })
  const owner = await withPassword(acme, await ownerOf(acme))
  await withSecondFactor(acme, owner)
  return { acme, olga: await Visitor.as(acme) }
}

async function memberOf(acme: Tenant): Promise<Visitor> {
  const visitor = await Visitor.as(acme, 'member')
  await withPassword(acme, visitor.user!)
  return visitor
}

test.group('Dashboard | a second factor of everybody', (group) => {
  group.each.teardown(() => clock.restore())

  test('is required by an owner who has one, and told to trail, owners and admins', async ({
    assert,
  }) => {
    const acme = await makeTenant({ plan: 'business' })
    const owner = await withPassword(acme, await ownerOf(acme))
    const olga = await Visitor.as(acme)
    assert.include((await olga.get(PAGE)).text, 'Set up a second factor of your own first')
    const refused = await olga.followed(await olga.post(PAGE, { graceDays: '0' }))
    assert.include(refused.text, 'Set up a second factor of your own first.')
    assert.isFalse(await inLive(acme, () => FactorPolicy.isRequired()))
    await withSecondFactor(acme, owner)
    const done = await olga.followed(await olga.post(PAGE, { graceDays: '0' }))
    assert.include(done.text, 'A second factor is required now.')
    assert.equal((await olga.get('/documents')).status, 200)
    const [[entry], notices] = await inLive(acme, async () => [
      await SecurityTrail.read({ limit: 1 }),
      (await CurrentTenant.batch([{ text: 'select kind from notices' }]))[0],
    ])
    assert.equal(entry.action, 'second_factor.required')
    assert.include(
      notices.map(({ kind }) => kind),
      'factor.required'
    )
  })

  test('is decided by owners alone', async ({ assert }) => {
    const { acme, olga } = await guarded()
    const admin = await Visitor.as(acme, 'admin')
    assert.include((await admin.get(PAGE)).text, 'Owners decide')
    assert.equal((await admin.post(PAGE, { graceDays: '0' })).status, 403)
    await olga.post(PAGE, { graceDays: '0' })
    assert.equal((await admin.post(`${PAGE}/lift`)).headers.location, FACTOR)
    assert.isTrue(await inLive(acme, () => FactorPolicy.isRequired()))
    await olga.post(`${PAGE}/lift`)
    assert.isFalse(await inLive(acme, () => FactorPolicy.isRequired()))
    assert.equal((await admin.get('/documents')).status, 200)
  })

  test('leads those without one there before anything else, those logged in, too, until they have it', async ({
    assert,
  }) => {
    const { acme, olga } = await guarded()
    const ana = await memberOf(acme)
    await olga.post(PAGE, { graceDays: '0' })
    const ben = await memberOf(acme)
    for (const visitor of [ana, ben])
      for (const path of ['/documents', '/account', '/settings/keys', '/test/documents'])
        assert.equal((await visitor.get(path)).headers.location, FACTOR, path)
    assert.equal((await ana.post('/account/name', { name: 'New' })).headers.location, FACTOR)
    assert.include((await ana.get(FACTOR)).text, 'This account requires a second factor.')
    await addPasskey(ana)
    assert.equal((await ana.get('/documents')).status, 200)
    await withSecondFactor(acme, ben.user!)
    assert.equal((await ben.get('/documents')).status, 200)
  })

  test('waits for the end of a grace period, and says so on every page', async ({ assert }) => {
    const { acme, olga } = await guarded()
    await olga.post(PAGE, { graceDays: '7' })
    const ana = await memberOf(acme)
    assert.include((await ana.get('/documents')).text, 'this account requires a second factor')
    clock.travel(7 * DAY_MS)
    assert.equal((await ana.get('/documents')).headers.location, FACTOR)
  })

  test('leaves people of an identity provider to the provider', async ({ assert }) => {
    const { acme, olga } = await guarded()
    const user = await makeUser(acme, 'member')
    const by = {
      ...{ provider: 'https://idp.example', nameId: 'ana', nameFormat: null, sessionIndex: null },
      endsAt: new Date(clock.now().getTime() + DAY_MS),
    }
    const ana = new Visitor(acme, user)
    const { token } = await inLive(acme, () => openSession(user, { by }))
    ana.cookies.set('session', token.release())
    await olga.post(PAGE, { graceDays: '0' })
    assert.equal((await ana.get('/documents')).status, 200)
  })

  test('keeps everybody’s last factor, also when two are removed at the same moment', async ({
    assert,
  }) => {
    const { acme, olga } = await guarded()
    const { user } = olga
    await addPasskey(olga)
    await olga.post(PAGE, { graceDays: '0' })
    const [{ id }] = await inLive(acme, () =>
      CurrentTenant.batch([{ text: 'select id from passkeys' }])
    ).then(([rows]) => rows)
    await Promise.all([
      olga.post('/account/second-factor/remove'),
      olga.post(`/account/passkeys/${String(id)}/remove`),
    ])
    assert.isTrue(await inLive(acme, () => SecondFactor.isOnFor(user!)))
    const [[state]] = await inLive(acme, () => CurrentTenant.batch([SecondFactor.state(user!.id)]))
    assert.equal(state.passkeys + (state.confirmedAt ? 1 : 0), 1)
    assert.equal(state.codesLeft, 8)
  })

  test('shows who has one in the list of members', async ({ assert }) => {
    const { acme, olga } = await guarded()
    const ana = await memberOf(acme)
    const list = (await olga.get('/settings/members')).text
    assert.match(list, /data-name="Second factor"[^>]*>Set up</)
    assert.match(list, /data-name="Second factor"[^>]*>None</)
    assert.include((await olga.get(PAGE)).text, ana.user!.email)
  })

  test('comes first at every page behind the log-in but the way to it', ({ assert }) => {
    const open = Object.values(router.toJSON())
      .flat()
      .filter(({ name = '' }) => name.startsWith('dashboard.'))
      .filter(({ pattern }) =>
        /^\/(?:account|documents|settings|tenants|notices|help|test)(?:\/|$)/.test(pattern)
      )
      .filter(({ middleware }) => ![...middleware.all()].includes(factorFirst as never))
    const ways = /^\/account\/(?:confirm|second-factor|passkeys)(?:\/|$)/
    assert.deepEqual(
      open.map(({ pattern }) => pattern).filter((pattern) => !ways.test(pattern)),
      []
    )
    assert.isNotEmpty(open)
  })
})
