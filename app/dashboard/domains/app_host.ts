import type { HttpContext } from '@adonisjs/core/http'
import { findAppHost, type AppHost } from '#app/tenants/domains/app_host'

/** Another host with a dashboard of the very tenant at whose host the request has arrived. */
export async function otherAppHost(
  { tenant, target }: HttpContext,
  host: unknown
): Promise<AppHost | null> {
  if (typeof host !== 'string' || host === target.host) return null
  return findAppHost(tenant, host)
}
