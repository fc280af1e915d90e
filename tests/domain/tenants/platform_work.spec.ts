import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { PlatformWork } from '#app/tenants/platform_work'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'

const ask = (kind: string, ref: string) =>
  db.connection('platform').table('outbox').insert({ kind, ref })
const waiting = async () =>
  (await db.connection('platform').from('outbox').select('kind', 'tries')) as {
    kind: string
    tries: number
  }[]

test.group('Platform work', (group) => {
  group.each.setup(async () => {
    await db.connection('platform').from('outbox').delete()
  })

  test('makes the sandbox that was asked for, once, however often it was', async ({ assert }) => {
    const tenant = await makeTenant()
    await ask('open_sandbox', tenant.id)
    await ask('open_sandbox', tenant.id)
    await Promise.all([PlatformWork.doDue(), PlatformWork.doDue()])
    assert.isTrue((await Tenant.findOrFail(tenant.id)).hasSandbox)
    assert.deepEqual(await waiting(), [])
    const entitlements = await CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, () =>
      TenantEntitlements.current()
    )
    assert.equal(entitlements.tenantId, tenant.id)
  })

  test('keeps what it could not do, for later', async ({ assert }) => {
    await ask('something_unknown', 'x')
    assert.equal(await PlatformWork.doDue(), 1)
    assert.equal(await PlatformWork.doDue(), 0)
    assert.deepEqual(await waiting(), [{ kind: 'something_unknown', tries: 1 }])
  })
})
