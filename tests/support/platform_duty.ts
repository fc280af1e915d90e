import { PlatformWork } from '#app/tenants/platform_work'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { until } from './until.js'

/** What the platform decided about a tenant reaches its account, as the worker sees to it. */
export async function settle(tenant: Tenant): Promise<void> {
  await EntitlementsProjection.apply(tenant.id)
  tenantResolver.forget()
}

/** The worker makes what was ordered. */
export async function made(tenant: Tenant): Promise<Tenant> {
  await until(async () => {
    await PlatformWork.doDue()
    await tenant.refresh()
    return tenant.status !== 'provisioning'
  })
  return tenant
}
