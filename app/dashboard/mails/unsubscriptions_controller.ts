import type { HttpContext } from '@adonisjs/core/http'
import { UnsubscribeToken, type Subscription } from '#app/identity/mails/unsubscribe_token'
import { DocumentMails } from '#app/documents/sharing/document_mails'
import { unit } from '#app/tenancy/current_tenant'
import { isMailChoice } from '#app/identity/mails/mail_choice'
import { MailChoices } from '#app/identity/mails/mail_choices'
import { readPage, showWholePage } from '../page.js'
import { subscriptionLabel } from './mail_labels.js'
import { phrasesOf } from '../language.js'

export default class UnsubscriptionsController {
  /** GET /mails/:token. Looking changes nothing: mail programs follow links too. */
  async create(ctx: HttpContext) {
    return show(ctx, false)
  }

  /** POST /mails/:token: by a person, or by their mail program (RFC 8058, 3.2). */
  async store(ctx: HttpContext) {
    const subscription = await UnsubscribeToken.read(String(ctx.params.token))
    if (subscription) await end(subscription)
    return show(ctx, true)
  }
}

async function end({ id, to }: Subscription): Promise<void> {
  if (isMailChoice(to)) return MailChoices.turnOff({ id }, to)
  if (to === 'digest') return endDigest(id)
  return DocumentMails.choose({ documentId: to, userId: id }, 'mute')
}

/** What they chose for single documents would fill it again. */
function endDigest(id: string): Promise<void> {
  return unit(async () => {
    await MailChoices.turnAllOff({ id })
    await DocumentMails.followNone({ userId: id })
  })
}

async function show(ctx: HttpContext, isDone: boolean): Promise<void> {
  const subscription = await UnsubscribeToken.read(String(ctx.params.token))
  await readPage(ctx)
  if (!subscription) return showWholePage(ctx, 'dashboard/mails/dead_end', {}, 404)
  const state = {
    label: phrasesOf(ctx).t(subscriptionLabel(subscription.to)),
    isDone,
    action: ctx.request.url(),
  }
  await showWholePage(ctx, 'dashboard/mails/unsubscribe', state)
}
