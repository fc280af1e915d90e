import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { DomainRegister } from '#app/tenants/domains/domain_register'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { findDomain } from './found_domain.js'
import { listedDomain } from './domain_view.js'
import { isHostOfSso } from './sso_host.js'

export default class DomainRemovalsController {
  /** GET /settings/domains/:id/remove */
  async create(ctx: HttpContext) {
    const domain = await findDomain(ctx)
    const shown = listedDomain(domain, ctx.profile.entitlements, phrasesOf(ctx))
    const isSsoHost = await isHostOfSso(domain)
    return showPage(ctx, 'dashboard/domains/remove', { domain: shown, isSsoHost })
  }

  /** POST /settings/domains/:id/remove */
  async store(ctx: HttpContext) {
    const domain = await findDomain(ctx)
    const outcome = { back: '/settings/domains', done: phrasesOf(ctx).t('domains.removed') }
    return flashOutcome(ctx, outcome, () => DomainRegister.remove(domain, ctx.dashboard.actor(ctx)))
  }
}
