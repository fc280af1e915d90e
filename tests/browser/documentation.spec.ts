import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { DashboardWindow } from '#tests/support/dashboard_window'

const WAYS = {
  'at a desk, light': { viewport: DESKTOP },
  'on a phone, dark': { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' },
} as const

const PAGES = [
  '/docs',
  '/docs/guides/quickstart',
  '/docs/guides/sandbox',
  '/docs/guides/webhooks',
  '/docs/guides/errors',
  '/docs/guides/typed-client',
  '/docs/reference/documents',
  '/docs/reference/service',
  '/docs/events',
  '/docs/errors',
  '/docs/search?q=document',
]

test.group('Documentation | in a browser', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant({ name: 'Harbour & Lane Realty' })
    return () => closeBrowser()
  })

  for (const [way, options] of Object.entries(WAYS))
    test(`has no barriers, ${way}`, async ({ assert }) => {
      const reader = await DashboardWindow.open(acme, options)
      for (const path of PAGES) {
        await reader.go(path)
        await reader.page.locator('main h1').waitFor()
        assert.deepEqual(await reader.barriers(), [], path)
        assert.equal(await reader.overflow(), 0, path)
        await reader.shoot(`docs${path.replaceAll(/\W+/g, '-')} ${way}`)
      }
      assert.deepEqual(reader.troubles, [])
      await reader.close()
    })

  test('does not open what is found once somebody has gone on', async ({ assert }) => {
    const reader = await DashboardWindow.open(acme)
    const { page } = reader
    await reader.go('/docs/events')
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/docs/search?*', async (route) => {
      await released
      await route.continue()
    })
    const search = page.locator('docs-search input')
    const asked = page.waitForRequest('**/docs/search?*')
    await search.pressSequentially('void')
    await asked
    await page.locator('main a').first().focus()
    const answered = page.waitForResponse('**/docs/search?*')
    release()
    await (await answered).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    assert.isTrue(await page.locator('.docs-found').isHidden())
    await search.fill('voi')
    await page.locator('.docs-found').getByRole('link', { name: 'Void a document' }).waitFor()
    assert.deepEqual(reader.troubles, [])
    await reader.close()
  })

  test('shows one language everywhere, which the arrow keys choose', async ({ assert }) => {
    const reader = await DashboardWindow.open(acme)
    const { page } = reader
    await reader.go('/docs/reference/documents')
    const first = page.getByRole('tablist').first()
    await first.getByRole('tab', { name: 'curl' }).focus()
    await page.keyboard.press('ArrowRight')
    const chosen = await page.locator('[role=tab][aria-selected=true]').allTextContents()
    assert.deepEqual([...new Set(chosen)], ['Node'])
    await reader.go('/docs/guides/quickstart')
    assert.equal(
      await page.getByRole('tabpanel').getAttribute('aria-labelledby'),
      'quickstart-node-tab'
    )
    assert.deepEqual(reader.troubles, [])
    await reader.close()
  })

  test('finds while one types, and leads there', async ({ assert }) => {
    const reader = await DashboardWindow.open(acme)
    const { page } = reader
    await reader.go('/docs')
    await page.getByRole('searchbox').pressSequentially('void doc')
    await page.locator('.docs-found').getByRole('link', { name: 'Void a document' }).click()
    await page.waitForURL('**/docs/reference/documents#documents.void')
    assert.isTrue(await page.locator('#documents\\.void').isVisible())
    assert.deepEqual(reader.troubles, [])
    await reader.close()
  })
})
