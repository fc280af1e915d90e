import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { DomainWatch } from '#app/tenants/domains/domain_watch'
import { phrasesOf } from '../language.js'
import { findDomain } from './found_domain.js'

export default class DomainChecksController {
  /** POST /settings/domains/:id/check: now, in place of when its time comes. */
  async store(ctx: HttpContext) {
    const domain = await findDomain(ctx)
    const outcome = {
      back: `/settings/domains/${domain.id}`,
      done: phrasesOf(ctx).t('sender.checked_now'),
    }
    return flashOutcome(ctx, outcome, () => DomainWatch.checkNow(domain.id))
  }
}
