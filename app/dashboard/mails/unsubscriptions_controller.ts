import type { HttpContext } from '@adonisjs/core/http'
import { UnsubscribeToken } from '#app/identity/mails/unsubscribe_token'
import { UnwantedMails } from '#app/identity/mails/unwanted_mails'
import { readPage, showWholePage } from '../page.js'
import { MAIL_LABELS } from './mail_labels.js'

export default class UnsubscriptionsController {
  /** GET /mails/:token. Looking changes nothing: mail programs follow links too. */
  async create(ctx: HttpContext) {
    return show(ctx, false)
  }

  /** POST /mails/:token: by a person, or by their mail program (RFC 8058, 3.2). */
  async store(ctx: HttpContext) {
    const subscription = await UnsubscribeToken.read(String(ctx.params.token))
    if (subscription) await UnwantedMails.turnOff(subscription, subscription.kind)
    return show(ctx, true)
  }
}

async function show(ctx: HttpContext, isDone: boolean): Promise<void> {
  const subscription = await UnsubscribeToken.read(String(ctx.params.token))
  await readPage(ctx)
  if (!subscription) return showWholePage(ctx, 'dashboard/mails/dead_end', {}, 404)
  const state = { label: MAIL_LABELS[subscription.kind], isDone, action: ctx.request.url() }
  await showWholePage(ctx, 'dashboard/mails/unsubscribe', state)
}
