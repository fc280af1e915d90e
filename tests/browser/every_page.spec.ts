import { test } from '@japa/runner'
import type Tenant from '#app/tenants/tenant'
import { closeBrowser, PHONE } from '#tests/support/chromium'
import { Visitor } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { walk } from '#tests/support/page_walk'
import { populateDashboard } from '#tests/support/populated_dashboard'

const ON_PHONE = { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' } as const
const ID = /[a-z]{2,5}_[0-9a-z]{26}/g

/** One page of each kind that links reach: of a hundred documents one is enough. */
async function kindsOfPages(tenant: Tenant): Promise<string[]> {
  const visitor = await Visitor.as(tenant)
  const pages = await walk({ visitor, home: ['/documents', '/test/documents'], host: null })
  const kinds = new Map(pages.map(({ path }) => [path.replaceAll(ID, ':id'), path]))
  return [...kinds.values()]
}

test.group('Dashboard | every page', (group) => {
  group.setup(() => () => closeBrowser())

  test('has no barriers and is no wider than a phone, in the dark', async ({ assert }) => {
    const { tenant } = await populateDashboard('Dana (3)')
    const paths = await kindsOfPages(tenant)
    assert.isAbove(paths.length, 100)
    const olga = await DashboardWindow.of(tenant, ON_PHONE)
    const found: string[] = []
    for (const path of paths) {
      await olga.go(path)
      await olga.page.locator('main').waitFor()
      for (const barrier of await olga.barriers()) found.push(`${path}: ${barrier}`)
      const overflow = await olga.overflow()
      if (overflow > 0) found.push(`${path}: ${overflow} pixels too wide`)
    }
    await olga.close()
    assert.deepEqual(found, [])
  }).timeout(300_000)
})
