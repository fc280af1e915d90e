import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { findTenant, openResale } from './resale_access.js'
import { askForSlug, isConfirmed } from './typed_confirmation.js'

const PAGE = 'dashboard/tenants/release'

export default class ReleasesController {
  /** GET /tenants/:id/release */
  async create(ctx: HttpContext) {
    await openResale(ctx)
    return askForSlug(ctx, PAGE, await findTenant(ctx))
  }

  /** POST /tenants/:id/release */
  async store(ctx: HttpContext) {
    const resale = await openResale(ctx)
    const tenant = await findTenant(ctx)
    if (!isConfirmed(ctx, tenant)) return askForSlug(ctx, PAGE, tenant)
    const done = phrasesOf(ctx).t('tenants.released', { name: tenant.name })
    return flashOutcome(ctx, { back: '/tenants', done }, () => resale.release(tenant.id))
  }
}
