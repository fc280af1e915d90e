import { test } from '@japa/runner'
import { PlatformTrail } from '#app/audit/platform_trail'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Retention from '#app/tenants/retention'
import { makeTenant } from '#tests/factories/tenant_factory'
import { aceProcess } from '#tests/support/node_process'

test.group('tenant:retention', () => {
  test('refuses what contradicts itself, and records nothing', async ({ assert }) => {
    const tenant = await makeTenant()
    for (const flags of [
      ['--off', '--days=365'],
      ['--hold=Case 7', '--lift'],
    ]) {
      const { code, output } = await aceProcess(['tenant:retention', tenant.slug, ...flags])
      assert.equal(code, 2, output)
      assert.include(output, 'Either')
    }
    const { days, isHeld } = await CurrentTenant.run(
      { tenant: tenant.ref, environment: 'live' },
      () => Retention.current()
    )
    assert.deepEqual({ days, isHeld }, { days: null, isHeld: false })
    const entries = await PlatformTrail.read({ limit: 10 })
    assert.isFalse(entries.some(({ body }) => body.details.tenantId === tenant.id))
  })
})
