import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { SenderServer } from '#app/sending/sender_server'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { senderPage } from './sender_page.js'

export default class ServerRemovalsController {
  /** GET /settings/sender/server/remove */
  async create(ctx: HttpContext) {
    const { sender } = await senderPage(ctx)
    if (!sender.hasServer) throw new NothingHere()
    return showPage(ctx, 'dashboard/sender/server_remove', { host: sender.serverHost })
  }

  /** POST /settings/sender/server/remove */
  async store(ctx: HttpContext) {
    await senderPage(ctx)
    const outcome = {
      back: '/settings/sender',
      done: phrasesOf(ctx).t('sender.server_removed'),
    }
    return flashOutcome(ctx, outcome, () => SenderServer.remove(ctx.dashboard.actor(ctx)))
  }
}
