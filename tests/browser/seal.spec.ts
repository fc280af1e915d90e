import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
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
  let file: Buffer
  group.setup(async () => {
    without = await makeTenant({ name: 'Initrode', plan: 'enterprise' })
    withOwn = await makeTenant({ name: 'Acme Holding', plan: 'enterprise' })
    const outside = await OutsideAuthority.make()
    const until = new Date(Date.now() + 20 * DAY_MS)
    file = await pkcs12(await outside.issue('rsa', { until }))
    await inLive(withOwn, () => OwnCertificates.useFile(file, P12_PASSWORD, SYSTEM))
    return () => closeBrowser()
  })

  for (const [size, viewport, colorScheme] of WINDOWS)
    test(`keep nobody out and fit: ${size}, ${colorScheme}`, async ({ assert }) => {
      for (const [name, tenant, path] of [
        ['ours', without, '/settings/seal'],
        ['own', withOwn, '/settings/seal'],
        ['file', without, '/settings/seal/file'],
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
})
