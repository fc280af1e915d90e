import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Tenant from '#app/tenants/tenant'
import { tenantResolver, type KnownTenant } from '#app/tenants/tenant_resolver'
import { readPage, showWholePage } from './page.js'

const LOOK_AGAIN_S = 2

const ASK_ONCE = `insert into outbox (kind, ref) select 'open_sandbox', :tenantId
  where not exists (select 1 from outbox where kind = 'open_sandbox' and ref = :tenantId)`

/** A tenant's sandbox is made by a worker when somebody first goes there. */
export async function isSandboxOpen({ id, hasSandbox }: KnownTenant): Promise<boolean> {
  if (hasSandbox) return true
  const tenant = await Tenant.findOrFail(id)
  if (!tenant.hasSandbox) await db.rawQuery(ASK_ONCE, { tenantId: id })
  tenantResolver.forgetHere()
  return tenant.hasSandbox
}

/** A calm page until then, which looks again by itself. */
export async function showSandboxOpening(ctx: HttpContext): Promise<void> {
  ctx.response.header('Refresh', LOOK_AGAIN_S)
  await CurrentTenant.run({ tenant: ctx.tenant, environment: 'live' }, async () => {
    await readPage(ctx)
    await showWholePage(ctx, 'dashboard/sandbox/opening')
  })
}
