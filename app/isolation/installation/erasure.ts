import { SYSTEM } from '#app/audit/actor'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { RetentionRule } from '#app/portability/retention_rule'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import LegalHold from '#app/tenants/errors/legal_hold'
import Tenant from '#app/tenants/tenant'

/** Erases a tenant of a proof, even where a hole in the product let somebody impose a legal hold on it. */
export async function eraseTenant(id: string): Promise<void> {
  try {
    await TenantErasure.run(id)
  } catch (error) {
    if (!(error instanceof LegalHold)) throw error
    const { ref } = await Tenant.findOrFail(id)
    const live = { tenant: ref, environment: 'live' } as const
    await CurrentTenant.run(live, () => RetentionRule.lift(SYSTEM))
    await TenantErasure.run(id)
  }
}
