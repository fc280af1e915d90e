import { test } from '@japa/runner'
import { Secret } from '@adonisjs/core/helpers'
import { newId } from '#app/foundation/identifier'
import db from '@adonisjs/lucid/services/db'
import AddressChange from '#app/identity/addresses/address_change'
import ApiKey from '#app/identity/keys/api_key'
import { UnsubscribeToken } from '#app/identity/mails/unsubscribe_token'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { openSession } from '#app/identity/sessions/session_opening'
import { MemberInvitation } from '#app/identity/users/member_invitation'
import { Attempts } from '#app/single_sign_on/attempt'
import { SetupLink } from '#app/single_sign_on/setup_link'
import { Teamwork } from '#app/identity/teams/teamwork'
import { Membership } from '#app/identity/users/membership'
import { OwnRegion } from '#app/identity/users/own_region'
import User from '#app/identity/users/user'
import UserLink from '#app/identity/users/user_link'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { inLive, makeUser, ownerOf } from '#tests/support/dashboard_visitor'

const WINDOWS = [
  ['phone', PHONE, 'dark'],
  ['desktop', DESKTOP, 'light'],
] as const

/** What the links of a change of address lead to: of one that waits, and of one that was made. */
async function linksOf(tenant: Tenant, waiting: User, changed: User) {
  return inLive(tenant, async () => {
    const pending = await AddressChange.request(waiting, 'olga@elsewhere.test')
    const made = await AddressChange.request(changed, 'dora@elsewhere.test')
    await made.markMade()
    const [confirm, refuse] = [await pending.token('confirm'), await pending.token('refuse')]
    return {
      address_confirm: `/address/${confirm.release()}`,
      address_refuse: `/address/${refuse.release()}/refuse`,
      address_undo: `/address/${(await made.token('undo')).release()}/undo`,
      address_late: '/address/late',
      unsubscribe: `/mails/${(await UnsubscribeToken.of({ id: waiting.id, to: 'completed' })).release()}`,
    }
  })
}

/** An account with people of every kind, that had more before its plan became smaller. */
async function makeAccount(): Promise<{ tenant: Tenant; paths: Record<string, string> }> {
  const tenant = await makeTenant({ name: 'Initrode', plan: 'business' })
  const owner = await ownerOf(tenant)
  await inLive(tenant, async () => {
    await owner.merge({ lastSeenAt: new Date() }).save()
    await owner.changePassword(new Secret('a long and quiet night'))
    await SecondFactor.plant(owner)
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/605.1'
    await openSession(owner, { userAgent, ipAddress: '192.0.2.7' })
    await MemberInvitation.invite(
      { name: 'Ines Invited', email: 'ines@initrode.test', role: 'developer' },
      OLGA
    )
    await ApiKey.issue({ environment: 'live', name: 'Order system', createdBy: owner })
  })
  const dora = await makeUser(tenant, 'developer')
  await inLive(tenant, async () => {
    await ApiKey.issue({ environment: 'test', name: 'Of Dora', createdBy: dora })
    await new Membership(dora, OLGA, 'owner').disable()
    for (const title of ['Lease of the mill by the river', 'Contract of sale', 'Order 77'])
      await makeDocument({ title })
    const voided = await makeDocument({ title: 'A contract that was withdrawn' })
    await voided.void({ by: OLGA })
    await makeDocument({ title: 'Consulting agreement' })
    await makeDocument({ expiresInDays: 7 }, { send: false })
  })
  await tenant.merge({ planKey: 'free' }).save()
  await db
    .connection('platform')
    .table('plan_grants')
    .insert({
      ...{ id: newId('grt'), tenant_id: tenant.id, entitlement: 'sso', value: 'true' },
      ...{ until: new Date(Date.now() + 30 * 86_400_000), reason: 'A test', granted_by: 'opr_x' },
    })
  await EntitlementsProjection.apply(tenant.id)
  const setup = (
    await inLive(tenant, () => SetupLink.make({ type: 'user', id: owner.id, name: owner.name }))
  ).release()
  const attempt = await inLive(tenant, () =>
    Attempts.note({
      purpose: 'test',
      passed: ['request', 'encoding'],
      fault: {
        check: 'response',
        code: 'E_DESTINATION',
        expected: 'https://a.example/sso/saml/acs',
      },
    })
  )
  const ines = await inLive(tenant, () => User.findByOrFail('email', 'ines@initrode.test'))
  const link = await inLive(tenant, () => UserLink.query().where('userId', ines.id).firstOrFail())
  const token = (await inLive(tenant, () => link.token())).release()
  const address = await linksOf(tenant, owner, dora)
  const paths = {
    home: '/home',
    own_account: '/account',
    own_address: '/account/address',
    ...address,
    second_factor: '/account/second-factor',
    set_up_factor: '/account/second-factor/set-up',
    members: '/settings/members',
    invite: '/settings/members/new',
    member: `/settings/members/${ines.id}`,
    remove: `/settings/members/${dora.id}/remove`,
    ownership: `/settings/members/${dora.id}/ownership`,
    single_sign_on: '/settings/single-sign-on',
    setup_link: '/settings/single-sign-on/setup-link',
    setup: `/sso/setup/${setup}`,
    enforcement: '/settings/single-sign-on/enforcement',
    attempt: `/settings/single-sign-on/attempts/${attempt}`,
    usage: '/settings/usage',
    ask: '/settings/plan/pro',
    help: '/help',
    keys: '/settings/keys',
    forgot: '/forgot',
    welcome: `/welcome/${token}`,
    late: '/welcome/late',
  }
  return { tenant, paths }
}

test.group('Account pages', (group) => {
  let account: Awaited<ReturnType<typeof makeAccount>>
  group.setup(async () => {
    account = await makeAccount()
    return () => closeBrowser()
  })

  for (const [size, viewport, colorScheme] of WINDOWS) {
    test(`keep nobody out and fit: ${size}, ${colorScheme}`, async ({ assert }) => {
      const { tenant, paths } = account
      const window = await DashboardWindow.of(tenant, { viewport, colorScheme })
      for (const [name, path] of Object.entries(paths)) {
        await window.go(path)
        await window.shoot(`${name}-${size}-${colorScheme}`)
        assert.deepEqual(await window.barriers(), [], name)
        assert.isAtMost(await window.overflow(), 0, name)
      }
      const real = window.troubles.filter((trouble) => !/404/.test(trouble))
      assert.deepEqual(real, [])
      await window.close()
    })
  }
})

test.group('Account | one’s own page', (group) => {
  group.setup(() => () => closeBrowser())

  for (const [size, viewport] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const)
      test(`has no barriers with all its cards: ${size}, ${colorScheme}`, async ({ assert }) => {
        const { tenant } = await makeAccount()
        const owner = await ownerOf(tenant)
        await inLive(tenant, async () => {
          const teamwork = new Teamwork(OLGA)
          await teamwork.add(await teamwork.create('Legal and compliance'), owner)
          await OwnRegion.change(owner, { language: 'de', timeZone: 'Europe/Berlin' })
        })
        const window = await DashboardWindow.of(tenant, { viewport, colorScheme })
        for (const path of ['/account', '/account/passkeys', '/account/address']) {
          await window.go(path)
          await window.shoot(`own${path.replaceAll('/', '-')}-${size}-${colorScheme}`)
          assert.deepEqual(await window.barriers(), [], path)
          assert.isAtMost(await window.overflow(), 0, path)
        }
        assert.deepEqual(window.troubles, [])
        await window.close()
      })
})

test.group('Account | language', (group) => {
  group.setup(() => () => closeBrowser())

  test('once chosen is that of the whole next page, its scripts too', async ({ assert }) => {
    const olga = await DashboardWindow.of(await makeTenant({ plan: 'pro' }))
    await olga.go('/account')
    await olga.page.getByLabel('Language', { exact: true }).selectOption('de')
    await olga.press('Save time zone and language')
    await olga.says('Zeitzone und Sprache sind gespeichert.')
    await olga.page.locator('html[lang=de]').waitFor({ state: 'attached' })
    await olga.page.keyboard.press('Control+k')
    await olga.page.getByPlaceholder('Ort, Aktion oder Dokument').waitFor()
    assert.deepEqual(olga.troubles, [])
    await olga.close()
  })
})

test.group('Account | addresses', (group) => {
  group.setup(() => () => closeBrowser())

  test('fit a phone however long they are', async ({ assert }) => {
    const tenant = await makeTenant({ name: 'Initrode', plan: 'business' })
    const email = `maximiliane.von-und-zu.hohenstein@verwaltungsgesellschaft.${tenant.slug}.test`
    const owner = await ownerOf(tenant)
    await inLive(tenant, () => owner.merge({ email }).save())
    const phone = await DashboardWindow.of(tenant, { viewport: PHONE, isMobile: true })
    for (const path of ['/account', '/settings/members', `/settings/members/${owner.id}`]) {
      await phone.go(path)
      await phone.page.locator('main').getByText(email).first().waitFor()
      assert.equal(await phone.overflow(), 0, path)
    }
    await phone.close()
  })
})

test.group('Account | invitation', (group) => {
  group.setup(() => () => closeBrowser())

  test('goes from a form in a dialog to a log-in by the link of the mail', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const olga = await DashboardWindow.of(tenant)
    await olga.go('/settings/members')
    await olga.follow('Invite')
    await olga.page.getByLabel('Name').fill('Ines Invited')
    await olga.page.getByLabel('Email').fill('ines@example.test')
    await olga.page.getByRole('radio', { name: /^Developer/ }).check()
    await olga.press('Send invitation')
    await olga.says('Ines Invited has been invited. The email is on its way.')
    assert.deepEqual(olga.troubles, [])
    const token = await inLive(tenant, async () =>
      (await (await UserLink.query().firstOrFail()).token()).release()
    )
    const ines = await DashboardWindow.open(tenant)
    await ines.go(`/welcome/${token}`)
    await ines.page.getByLabel('Password', { exact: true }).fill('a long and quiet night')
    // shown for as long as the button is pressed in, by keyboard as well
    const typed = ines.page.getByLabel('Password', { exact: true })
    const reveal = ines.page.getByRole('button', { name: 'Show what was typed' }).first()
    await typed.press('Tab')
    await ines.page.keyboard.press('Space')
    assert.equal(await reveal.getAttribute('aria-pressed'), 'true')
    assert.equal(await typed.getAttribute('type'), 'text')
    assert.deepEqual(await ines.barriers(), [])
    await reveal.click()
    assert.equal(await reveal.getAttribute('aria-pressed'), 'false')
    assert.equal(await typed.getAttribute('type'), 'password')
    await ines.page.getByLabel('Repeat password').fill('a long and quiet night')
    await ines.press('Set password')
    await ines.says('Your password has been set, and you are logged in.')
    assert.equal(ines.path, '/home')
    await olga.close()
    await ines.close()
  })
})
