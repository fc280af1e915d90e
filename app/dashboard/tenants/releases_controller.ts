import type { HttpContext } from '@adonisjs/core/http'
import type { ResoldTenant } from '#app/tenants/resale/resold_tenant'
import { hostBelowBase } from '#app/tenants/hosts/tenant_hosts'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { findTenant, openResale } from './resale_access.js'
import { askForSlug, isConfirmed } from './typed_confirmation.js'

const PAGE = 'dashboard/tenants/release'

export default class ReleasesController {
  /** GET /tenants/:id/release */
  async create(ctx: HttpContext) {
    await openResale(ctx)
    return ask(ctx, await findTenant(ctx))
  }

  /** POST /tenants/:id/release */
  async store(ctx: HttpContext) {
    const resale = await openResale(ctx)
    const tenant = await findTenant(ctx)
    if (!isConfirmed(ctx, tenant)) return ask(ctx, tenant)
    const done = phrasesOf(ctx).t('tenants.released', { name: tenant.name })
    return flashOutcome(ctx, { back: '/tenants', done }, () => resale.release(tenant.id))
  }
}

/** With the address that it is about to lose. */
async function ask(ctx: HttpContext, tenant: ResoldTenant): Promise<void> {
  const { slug } = tenant
  const host = await hostBelowBase({ slug, parentId: ctx.dashboard.tenant.id })
  return askForSlug(ctx, PAGE, tenant, { host })
}
