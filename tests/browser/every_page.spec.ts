import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { closeBrowser, DESKTOP, openBrowserForWalk, PHONE } from '#tests/support/chromium'
import { Visitor } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { walk } from '#tests/support/page_walk'
import { populateDashboard } from '#tests/support/populated_dashboard'

const PHONE_OF = { viewport: PHONE, isMobile: true, hasTouch: true }
/** WCAG 2.2, 1.4.10: what 1280 pixels become at 400 %. */
const NARROW = { width: 320, height: 640 }
/** Pages take turns, as each of these costs as much as the first: what many pages share is seen in all of them. */
const SCHEMES = ['dark', 'light'] as const
const ID = /[a-z]{2,5}_[0-9a-z]{26}/g

/** One page of each kind that links reach: of a hundred documents one is enough. */
async function kindsOfPages(tenant: Tenant): Promise<string[]> {
  const visitor = await Visitor.as(tenant)
  const pages = await walk({ visitor, home: ['/documents', '/test/documents'], host: null })
  const kinds = new Map(pages.map(({ path }) => [path.replaceAll(ID, ':id'), path]))
  return [...kinds.values()]
}

test.group('Dashboard | every page', (group) => {
  group.setup(async () => {
    await openBrowserForWalk()
    return () => closeBrowser()
  })

  test('has no barriers on a phone or at a desk, in the dark or the light, and fits at 400 %', async ({
    assert,
  }) => {
    const { tenant } = await populateDashboard('Dana (3)')
    const paths = await kindsOfPages(tenant)
    assert.isAbove(paths.length, 100)
    const windows = await Promise.all(
      [PHONE_OF, { viewport: DESKTOP }].map((options) => DashboardWindow.of(tenant, options))
    )
    const found: string[] = []
    for (const [at, path] of paths.entries()) {
      const window = windows[at % 2]
      await window.page.emulateMedia({ colorScheme: SCHEMES[(at >> 1) % 2] })
      await window.go(path)
      await window.page.locator('main').waitFor()
      for (const barrier of await window.barriers()) found.push(`${path}: ${barrier}`)
      const size = window.page.viewportSize()!
      await window.page.setViewportSize(NARROW)
      const overflow = await window.overflow()
      if (overflow > 0) found.push(`${path}: ${overflow} pixels too wide`)
      await window.page.setViewportSize(size)
    }
    await Promise.all(windows.map((window) => window.close()))
    assert.deepEqual(found, [])
  }).timeout(1_200_000)
})
