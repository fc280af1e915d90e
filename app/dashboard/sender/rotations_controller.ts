import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { SenderDomain } from '#app/sending/sender_domain'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { senderPage } from './sender_page.js'

export default class RotationsController {
  /** GET /settings/sender/domain/rotate */
  async create(ctx: HttpContext) {
    const { sender } = await senderPage(ctx)
    if (!sender.domain) throw new NothingHere()
    const oldRecord = sender.activeKey?.recordName
    return showPage(ctx, 'dashboard/sender/rotate', { oldRecord })
  }

  /** POST /settings/sender/domain/rotate */
  async store(ctx: HttpContext) {
    await senderPage(ctx)
    const outcome = {
      back: '/settings/sender/domain',
      done: phrasesOf(ctx).t('sender.key_replaced'),
    }
    return flashOutcome(ctx, outcome, () => SenderDomain.rotate(ctx.dashboard.actor(ctx)))
  }
}
