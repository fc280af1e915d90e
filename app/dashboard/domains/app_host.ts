import type { HttpContext } from '@adonisjs/core/http'
import { findAppHost, isAppHost, type AppHost } from '#app/tenants/domains/app_host'

/** Another host with a dashboard of the very tenant at whose host the request has arrived: somebody goes there. */
export async function otherAppHost(ctx: HttpContext, host: unknown): Promise<AppHost | null> {
  return isOther(ctx, host) ? findAppHost(ctx.tenant, host) : null
}

/** The same of where somebody comes from, who is logged in there: that it is served is enough. */
export async function originHost(ctx: HttpContext, host: unknown): Promise<string | null> {
  return isOther(ctx, host) && (await isAppHost(ctx.tenant, host)) ? host : null
}

function isOther({ target }: HttpContext, host: unknown): host is string {
  return typeof host === 'string' && host !== target.host
}
