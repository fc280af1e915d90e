import { clock } from '#app/foundation/clock'
import type { LeafTerms } from '#app/sealing/certificate_authority'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { publicUrl } from '#app/tenants/hosts/public_address'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { RESPONDER_PATH, revocationListPath } from './revocation_paths.js'
import type SealAuthority from './seal_authority.js'

/** What stands in the platform's certificates for a tenant: it speaks of the tenant's own hosts. */
export async function leafTerms(
  tenantName: string,
  authority: SealAuthority
): Promise<Omit<LeafTerms, 'key'>> {
  const { tenant, environment } = CurrentTenant.get()
  const { signingHost } = await TenantEntitlements.current()
  return {
    tenantId: tenant.id,
    tenantName,
    isTest: environment === 'test',
    revocationList: publicUrl(signingHost, revocationListPath(authority.id)),
    responder: publicUrl(signingHost, RESPONDER_PATH),
    at: clock.now(),
  }
}
