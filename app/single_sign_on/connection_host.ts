import { CurrentTenant } from '#app/tenancy/current_tenant'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'

/** Whether this tenant's dashboard is found at a host at this moment: else it may be a stranger's by now, and nobody is sent there. */
export async function leadsHere(host: string): Promise<boolean> {
  const { tenant } = CurrentTenant.get()
  return (await tenantResolver.byHost(host, 'app'))?.id === tenant.id
}
