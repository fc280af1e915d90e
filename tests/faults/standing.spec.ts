import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { emptyOutbox } from '#tests/support/outbox_view'
import { until } from '#tests/support/until'
import { WorkerProcess } from '#tests/support/worker_process'

const platform = () => db.connection('platform')

const planOf = (tenant: Tenant) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
    const { planKey, $extras } = await TenantEntitlements.current()
    return { planKey, version: Number($extras.version) }
  })

test.group('A worker killed as it writes where a tenant stands', (group) => {
  let workers: WorkerProcess[] = []
  group.each.setup(async () => {
    await emptyOutbox()
    await platform().from('outbox').delete()
    return async () => {
      await Promise.all(workers.map((worker) => worker.kill()))
      workers = []
    }
  })

  test('leaves it as it was, and the next one writes it', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    await platform().from('outbox').delete()
    const before = await planOf(tenant)
    await platform().transaction(async (client) => {
      await Tenant.query({ client }).where({ id: tenant.id }).update({ plan_key: 'business' })
      await EntitlementsProjection.ask([tenant.id], client)
    })
    const doomed = WorkerProcess.start({ FAULT_POINT: 'entitlements.projecting' })
    workers.push(doomed)
    assert.equal(await doomed.dies(), 'SIGKILL')
    assert.deepEqual(await planOf(tenant), before)
    // the lease of the dead process runs out
    await platform().from('outbox').update({ lease_until: null })
    workers.push(WorkerProcess.start())
    await until(async () => (await planOf(tenant)).planKey === 'business')
    assert.deepEqual(await planOf(tenant), { planKey: 'business', version: before.version + 1 })
  })
})
