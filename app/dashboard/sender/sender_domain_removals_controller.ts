import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { SenderDomain } from '#app/sending/sender_domain'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { senderPage } from './sender_page.js'

export default class SenderDomainRemovalsController {
  /** GET /settings/sender/domain/remove */
  async create(ctx: HttpContext) {
    const { sender } = await senderPage(ctx)
    if (!sender.domain) throw new NothingHere()
    return showPage(ctx, 'dashboard/sender/domain_remove', { domain: sender.domain })
  }

  /** POST /settings/sender/domain/remove */
  async store(ctx: HttpContext) {
    await senderPage(ctx)
    const outcome = {
      back: '/settings/sender',
      done: phrasesOf(ctx).t('sender.domain_removed'),
    }
    return flashOutcome(ctx, outcome, () => SenderDomain.release(ctx.dashboard.actor(ctx)))
  }
}
