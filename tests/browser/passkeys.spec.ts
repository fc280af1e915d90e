import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { Passkeys } from '#app/identity/passkeys/passkeys'
import type Tenant from '#app/tenants/tenant'
import { hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { inLive, ownerOf, PASSWORD, withPassword } from '#tests/support/dashboard_visitor'

/** A laptop that makes passkeys, and whose owner says yes at once, also to what a browser offers. */
async function attachDevice(window: DashboardWindow): Promise<void> {
  const session = await window.window.newCDPSession(window.page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

async function logOut(window: DashboardWindow): Promise<void> {
  await window.window.clearCookies()
  await window.go('/login')
}

async function typePassword(window: DashboardWindow, email: string): Promise<void> {
  await window.page.getByLabel('Email').fill(email)
  await window.page.getByLabel('Password').fill(PASSWORD)
  await window.press('Log in')
}

test.group('Passkeys in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Initrode', plan: 'business' })
    await withPassword(acme, await ownerOf(acme))
    return () => closeBrowser()
  })
  group.each.teardown(() => clock.restore())

  test('are made, log in alone and after a password, prove once more, and stay at their host', async ({
    assert,
  }) => {
    const olga = await DashboardWindow.of(acme)
    await attachDevice(olga)
    await olga.go('/account/passkeys')
    await olga.page.getByLabel('Name').fill('Work laptop')
    await olga.press('Add a passkey')
    await olga.says('Recovery codes')
    await olga.go('/account/passkeys')
    await olga.says('Work laptop')
    await olga.shoot('passkeys')
    assert.deepEqual(await olga.barriers(), [])

    // the browser offers it where it fills in the address, and its owner takes it
    await logOut(olga)
    await olga.page.waitForURL('**/documents')

    // from here on it offers nothing by itself
    await olga.window.addInitScript(
      'PublicKeyCredential.isConditionalMediationAvailable = async () => false'
    )
    await logOut(olga)
    await olga.press('Use a passkey')
    await olga.page.waitForURL('**/documents')

    await logOut(olga)
    await typePassword(olga, (await ownerOf(acme)).email)
    await olga.press('Use a passkey')
    await olga.page.waitForURL('**/documents')

    clock.travel(11 * 60_000)
    await olga.go('/settings/keys/new')
    await olga.says('Is it still you?')
    await olga.press('Use a passkey')
    await olga.page.waitForURL('**/settings/keys/new')
    clock.restore()

    const other = await makeTenant({ plan: 'business' })
    await olga.page.goto(olga.address('/login').replace(olga.host, hostOfTenant(other)))
    await olga.press('Use a passkey')
    await olga.says('No passkey was used.')
    const real = olga.troubles.filter((trouble) => !/40[34]|422/.test(trouble))
    assert.deepEqual(real, [])
    assert.lengthOf(await inLive(acme, async () => Passkeys.list(await ownerOf(acme))), 1)
    await olga.close()
  })

  for (const [size, viewport, colorScheme] of [
    ['phone', PHONE, 'dark'],
    ['desktop', DESKTOP, 'light'],
  ] as const)
    test(`keep nobody out and fit: ${size}, ${colorScheme}`, async ({ assert }) => {
      const options = { viewport, colorScheme }
      const window = await DashboardWindow.open(acme, options)
      const look = async (name: string, path: string, one = window) => {
        await one.go(path)
        await one.shoot(`${name}-${size}-${colorScheme}`)
        assert.deepEqual(await one.barriers(), [], name)
        assert.isAtMost(await one.overflow(), 0, name)
      }
      await look('log_in', '/login')
      await typePassword(window, (await ownerOf(acme)).email)
      await window.says('Your second factor')
      await look('second_proof', '/login/code')
      const olga = await DashboardWindow.of(acme, options)
      const [{ id }] = await inLive(acme, async () => Passkeys.list(await ownerOf(acme)))
      const paths = {
        passkeys: '/account/passkeys',
        remove_passkey: `/account/passkeys/${id}/remove`,
        second_factor: '/account/second-factor',
        factor_policy: '/settings/second-factor',
        members: '/settings/members',
        account: '/account',
      }
      for (const [name, path] of Object.entries(paths)) await look(name, path, olga)
      clock.travel(11 * 60_000)
      await look('confirm', '/account/confirm', olga)
      await window.close()
      await olga.close()
    })
})
