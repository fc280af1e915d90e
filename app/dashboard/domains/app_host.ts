import type { HttpContext } from '@adonisjs/core/http'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'

/** Whether this is another host with a dashboard of the very tenant at whose host the request has arrived. */
export async function isOwnAppHost(
  { tenant, target }: HttpContext,
  host: unknown
): Promise<boolean> {
  if (typeof host !== 'string' || host === target.host) return false
  return (await tenantResolver.byHost(host, 'app'))?.id === tenant.id
}
