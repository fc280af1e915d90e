import type { HttpContext } from '@adonisjs/core/http'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import type { KnownTenant } from '#app/tenants/hosts/tenant_resolver'
import { readPage, showWholePage } from './page.js'

const REFRESH_S = 2

/** A tenant's sandbox is made by a worker when somebody first goes there. */
export async function isSandboxOpen({ id, hasSandbox }: KnownTenant): Promise<boolean> {
  return hasSandbox || Provisioning.askForSandbox(id)
}

/** A calm page until then, which looks again by itself. */
export async function showSandboxOpening(ctx: HttpContext): Promise<void> {
  ctx.response.header('Refresh', REFRESH_S)
  await CurrentTenant.run({ tenant: ctx.tenant, environment: 'live' }, async () => {
    await readPage(ctx)
    await showWholePage(ctx, 'dashboard/sandbox/opening')
  })
}
