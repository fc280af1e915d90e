import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { MAIL_CHOICES } from '#app/identity/mails/mail_choice'
import { UnwantedMails } from '#app/identity/mails/unwanted_mails'

export default class MailsController {
  /** POST /account/mails: the kinds that stay checked are wanted. */
  async update(ctx: HttpContext) {
    const wanted: unknown[] = [ctx.request.body().mails ?? []].flat()
    const unwanted = MAIL_CHOICES.filter((kind) => !wanted.includes(kind))
    await UnwantedMails.replace(ctx.dashboard.user, unwanted)
    flash(ctx, 'success', 'Your choice of mails is saved.')
    ctx.response.redirect('/account', false, 303)
  }
}
