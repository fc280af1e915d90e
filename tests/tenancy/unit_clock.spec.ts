import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { makeTenant } from '#tests/factories/tenant_factory'

const DAY_MS = 86_400_000

test.group('The clock of a unit', (group) => {
  group.each.teardown(() => {
    clock.follow(0)
    clock.restore()
  })

  test('goes on while the process corrects its own, so that what is written together agrees', async ({
    assert,
  }) => {
    const tenant = await makeTenant()
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      const passed = await unit(async () => {
        const before = tenantClock.now()
        clock.follow(DAY_MS)
        return tenantClock.now().getTime() - before.getTime()
      })
      assert.isBelow(passed, DAY_MS / 2)
      assert.isAbove(tenantClock.now().getTime() - Date.now(), DAY_MS / 2)
    })
  })

  test('is moved by what tests move', async ({ assert }) => {
    const tenant = await makeTenant()
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
      unit(async () => {
        const before = tenantClock.now()
        clock.travel(DAY_MS)
        assert.isAbove(tenantClock.now().getTime() - before.getTime(), DAY_MS / 2)
      })
    )
  })
})
