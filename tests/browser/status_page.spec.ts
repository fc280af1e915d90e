import { test } from '@japa/runner'
import { timeScale } from '#app/foundation/time_scale'
import Incident from '#app/monitoring/incidents/incident'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { measureMonths } from '#tests/support/measured_months'

const WINDOWS = {
  large: { viewport: DESKTOP },
  phone: { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' },
  bare: { viewport: { width: 360, height: 800 }, javaScriptEnabled: false },
} as const

test.group('Status page', (group) => {
  let tenant: Tenant
  group.setup(async () => {
    timeScale.set(0) // it reads anew each time
    await measureMonths()
    tenant = await makeTenant({ name: 'Harbour & Lane Realty' })
    await platformTransaction((trx) =>
      Incident.open(
        {
          ...{ title: 'Mails arrive late', parts: ['mail', 'api'], impact: 'disturbed' },
          ...{ text: 'We are looking into it.\nNothing is lost.', resellerId: tenant.id },
        },
        trx
      )
    )
    return async () => {
      timeScale.set(1)
      await closeBrowser()
    }
  })

  for (const [name, options] of Object.entries(WINDOWS))
    test(`has no barriers, and fits (${name})`, async ({ assert }) => {
      const visitor = await DashboardWindow.open(tenant, options)
      for (const language of ['en', 'de', 'ja', 'ar']) {
        await visitor.go(`/status?language=${language}`)
        await visitor.shoot(`status-${name}-${language}`)
        assert.equal(await visitor.overflow(), 0, language)
        if (name !== 'bare') assert.deepEqual(await visitor.barriers(), [], language)
      }
      assert.deepEqual(visitor.troubles, [])
      await visitor.close()
    })
})
