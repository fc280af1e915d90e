import type { HttpContext } from '@adonisjs/core/http'
import { readPage, showWholePage } from '../page.js'

/** In place of the way to a host that the provider knows and that is the tenant's no longer: a stranger may answer there. */
export async function showHostLost(ctx: HttpContext): Promise<void> {
  ctx.logger.info({ tenantId: ctx.tenant.id }, 'SSO has lost its host')
  await readPage(ctx)
  await showWholePage(ctx, 'dashboard/single_sign_on/host_lost', {}, 409)
}
