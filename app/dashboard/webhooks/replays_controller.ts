import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { Replays } from '#app/webhooks/deliveries/replays'
import NothingHere from '../errors/nothing_here.js'
import { submissionOf } from '../submission_of.js'
import { phrasesOf } from '../language.js'
import { deliveryPage } from './endpoint_page.js'
import { targetOf } from './replay_order.js'

export default class ReplaysController {
  /** POST /settings/webhooks/:id/deliveries/:delivery/replay */
  async store(ctx: HttpContext) {
    const { endpoint, targets, delivery } = await deliveryPage(ctx)
    if (delivery.status === 'pending') throw new NothingHere()
    const to = targetOf(ctx, endpoint, targets)
    const back = `${ctx.dashboard.base}/settings/webhooks/${to}`
    const order = { from: endpoint.id, to, by: ctx.dashboard.actor(ctx) }
    return flashOutcome(ctx, { back, done: phrasesOf(ctx).t('webhooks.sending_again') }, () =>
      submissionOf(ctx).change(delivery.id, () => Replays.selected([delivery.id], order))
    )
  }
}
