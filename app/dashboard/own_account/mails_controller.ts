import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { MAIL_CHOICES } from '#app/identity/mails/mail_choice'
import { MailChoices } from '#app/identity/mails/mail_choices'
import { phrasesOf } from '../language.js'

export default class MailsController {
  /** POST /account/mails: the kinds that stay checked are wanted. */
  async update(ctx: HttpContext) {
    const { mails, rhythm } = ctx.request.body()
    const wanted: unknown[] = [mails ?? []].flat()
    await MailChoices.replace(ctx.dashboard.user, {
      kinds: MAIL_CHOICES.filter((kind) => wanted.includes(kind)),
      rhythm: rhythm === 'daily' ? 'daily' : 'each',
    })
    flash(ctx, 'success', phrasesOf(ctx).t('own_account.mails_saved'))
    ctx.response.redirect('/account', false, 303)
  }
}
