import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import OwnCertificate from '#app/signing/seal/own/own_certificate'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { CSC_CLIENT, CSC_CREDENTIAL, CSC_PIN, CSC_USER, CscServer } from '#tests/support/csc_server'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { OutsideAuthority, P12_PASSWORD, pkcs12 } from '#tests/support/outside_authority'

const WINDOWS = [
  ['phone', PHONE, 'dark'],
  ['desktop', DESKTOP, 'light'],
] as const
const DAY_MS = 86_400_000

test.group('Pages of the seal', (group) => {
  let without: Tenant
  let withOwn: Tenant
  let provided: Tenant
  let file: Buffer
  let csc: CscServer
  group.setup(async () => {
    without = await makeTenant({ name: 'Initrode', plan: 'enterprise' })
    withOwn = await makeTenant({ name: 'Acme Holding', plan: 'enterprise' })
    const outside = await OutsideAuthority.make()
    const until = new Date(Date.now() + 20 * DAY_MS)
    file = await pkcs12(await outside.issue('rsa', { until }))
    await inLive(withOwn, () => OwnCertificates.useFile(file, P12_PASSWORD, SYSTEM))
    provided = await makeTenant({ name: 'Acme Trusted', plan: 'enterprise' })
    csc = await CscServer.open(await outside.issue('rsa'))
    const key = { userId: CSC_USER, credentialId: CSC_CREDENTIAL, pin: CSC_PIN }
    const access = { url: csc.url, ...CSC_CLIENT, ...key }
    await inLive(provided, () => OwnCertificates.useProvider(access, SYSTEM))
    await inLive(provided, () =>
      OwnCertificate.query().whereNull('retired_at').update({
        failing_since: new Date(),
        failing_fault: 'client',
        failing_said: 'it answered 401',
      })
    )
    return async () => {
      await csc.close()
      await closeBrowser()
    }
  })

  for (const [size, viewport, colorScheme] of WINDOWS)
    test(`keep nobody out and fit: ${size}, ${colorScheme}`, async ({ assert }) => {
      for (const [name, tenant, path] of [
        ['ours', without, '/settings/seal'],
        ['own', withOwn, '/settings/seal'],
        ['file', without, '/settings/seal/file'],
        ['provider', without, '/settings/seal/provider'],
        ['provided', provided, '/settings/seal'],
        ['documents', withOwn, '/documents'],
      ] as const) {
        const window = await DashboardWindow.of(tenant, { viewport, colorScheme })
        await window.go(path)
        await window.shoot(`seal-${name}-${size}-${colorScheme}`)
        assert.deepEqual(await window.barriers(), [], name)
        assert.isAtMost(await window.overflow(), 0, name)
        await window.close()
      }
    })

  test('take a file, and say what is wrong with its password', async ({ assert }) => {
    const window = await DashboardWindow.of(without, { viewport: PHONE })
    const { page } = window
    await window.go('/settings/seal/file')
    const choose = async (password: string) => {
      await page.setInputFiles('#file', { name: 'acme.p12', mimeType: '', buffer: file })
      await page.fill('#password', password)
      await page.click('text=Seal with it')
    }
    await choose('another')
    await page.locator('[role=alert]').waitFor()
    assert.include(await page.locator('[role=alert]').innerText(), 'does not open the file')
    await choose(P12_PASSWORD)
    await page.locator('#certificate-title').waitFor()
    assert.include(await page.locator('#certificate-title').innerText(), 'Your own certificate')
    await window.close()
  })

  test('connect a provider and choose among its certificates, on a phone', async ({ assert }) => {
    csc.others = [
      {
        ...{ credentialID: 'person-1', description: 'Ana Buyer' },
        ...{ key: { status: 'enabled' }, auth: { mode: 'oauth2code' } },
      },
    ]
    const window = await DashboardWindow.of(without, { viewport: PHONE })
    const { page } = window
    await window.go('/settings/seal/provider')
    await page.fill('#url', csc.url)
    await page.fill('#clientId', CSC_CLIENT.clientId)
    await page.fill('#clientSecret', CSC_CLIENT.clientSecret)
    await page.fill('#userId', CSC_USER)
    await page.click('text=Show certificates')
    await page.locator('#seal-credential').waitFor()
    await window.shoot('seal-choice-phone')
    assert.deepEqual(await window.barriers(), [])
    assert.isAtMost(await window.overflow(), 0)
    await page.check(`[value="${CSC_CREDENTIAL}"]`)
    await page.fill('#pin', '0')
    await page.click('#seal-credential button[data-kind=primary]')
    await page.locator('.notice[data-tone=danger]').waitFor()
    await window.shoot('seal-refused-phone')
    await page.check(`[value="${CSC_CREDENTIAL}"]`)
    await page.fill('#pin', CSC_PIN)
    await page.click('#seal-credential button[data-kind=primary]')
    await page.locator('#certificate-title').waitFor()
    assert.include(await page.locator('.facts').innerText(), CSC_CREDENTIAL)
    await window.close()
  })

  test('send somebody to a provider to log in, who comes back to choose', async ({ assert }) => {
    Object.assign(csc, { authType: ['oauth2code'], others: [] })
    const window = await DashboardWindow.of(without, { viewport: PHONE, colorScheme: 'dark' })
    const { page } = window
    await window.go('/settings/seal/provider')
    await page.fill('#url', csc.url)
    await page.fill('#clientId', CSC_CLIENT.clientId)
    await page.fill('#clientSecret', CSC_CLIENT.clientSecret)
    await page.check('[name=way][value=person]')
    // the page goes on by itself; the link is for browsers that do not
    const onward = '**/oauth2/authorize?*'
    await page.route(onward, (route) => route.fulfill({ status: 204 }))
    await page.click('text=Show certificates')
    await page.getByRole('heading', { name: 'On to the provider' }).waitFor()
    await window.shoot('seal-log-in-phone')
    assert.deepEqual(await window.barriers(), [])
    assert.isAtMost(await window.overflow(), 0)
    await page.unroute(onward)
    await page.getByRole('link', { name: 'log in' }).click()
    await page.check(`#seal-credential [value="${CSC_CREDENTIAL}"]`)
    await page.fill('#pin', CSC_PIN)
    await page.click('#seal-credential button[data-kind=primary]')
    await page.locator('#certificate-title').waitFor()
    await window.go('/settings/seal/provider')
    await page.fill('#clientSecret', CSC_CLIENT.clientSecret)
    await page.click('text=Show certificates')
    await page.locator('#seal-credential').waitFor()
    assert.deepEqual(csc.faults, [])
    await window.close()
  })
})
