import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { DomainWatch } from '#app/tenants/domains/domain_watch'
import { findDomain } from './found_domain.js'

export default class DomainChecksController {
  /** POST /settings/domains/:id/check: now, in place of when its time comes. */
  async store(ctx: HttpContext) {
    const domain = await findDomain(ctx)
    const outcome = {
      back: `/settings/domains/${domain.id}`,
      done: 'The records have just been checked.',
    }
    return flashOutcome(ctx, outcome, () => DomainWatch.checkNow(domain.id))
  }
}
