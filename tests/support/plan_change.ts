import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import { PlatformWork } from '#app/tenants/platform_work'

/** Until the account itself knows of it. */
export async function changePlan(tenant: Tenant, planKey: string): Promise<void> {
  await tenant.merge({ planKey }).save()
  await EntitlementsProjection.ask([tenant.id])
  await PlatformWork.doAllDue()
}
