import type { HttpContext } from '@adonisjs/core/http'
import { doAndTell } from '#app/front_door/pages/telling'
import { DomainWatch } from '#app/tenants/domains/domain_watch'
import { findDomain } from './found_domain.js'

export default class DomainChecksController {
  /** POST /settings/domains/:id/check: now, in place of when its time comes. */
  async store(ctx: HttpContext) {
    const domain = await findDomain(ctx)
    const told = {
      back: `/settings/domains/${domain.id}`,
      done: 'The records were looked up just now.',
    }
    return doAndTell(ctx, told, () => DomainWatch.lookNow(domain.id))
  }
}
