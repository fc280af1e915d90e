import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import Settings from '#app/tenants/settings'
import type { ResoldTenant } from '#app/tenants/resale/resold_tenant'
import { phrasesOf } from '../language.js'
import { findTenant, openResale } from './resale_access.js'
import { askForSlug, isConfirmed } from './typed_confirmation.js'

export default class RemovalsController {
  /** GET /tenants/:id/delete */
  async create(ctx: HttpContext) {
    await openResale(ctx)
    return ask(ctx, await findTenant(ctx))
  }

  /** POST /tenants/:id/delete */
  async store(ctx: HttpContext) {
    const resale = await openResale(ctx)
    const tenant = await findTenant(ctx)
    if (!isConfirmed(ctx, tenant)) return ask(ctx, tenant)
    const outcome = {
      back: `/tenants/${tenant.id}`,
      done: phrasesOf(ctx).t('tenants.removed', { name: tenant.name }),
    }
    return flashOutcome(ctx, outcome, () => resale.remove(tenant.id))
  }
}

async function ask(ctx: HttpContext, tenant: ResoldTenant): Promise<void> {
  const { eraseAfterDays } = await Settings.current()
  await askForSlug(ctx, 'dashboard/tenants/delete', tenant, { days: eraseAfterDays })
}
