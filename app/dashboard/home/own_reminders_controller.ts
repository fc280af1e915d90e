import type { HttpContext } from '@adonisjs/core/http'
import ReminderTooSoon from '#app/documents/errors/reminder_too_soon'
import { remindOneself } from '#app/documents/own_reminder'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import NothingHere from '../errors/nothing_here.js'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { submissionOf } from '../submission_of.js'

export default class OwnRemindersController {
  /**
   * POST /home/signers/:signer/reminders: mails people the link by which a colleague asks them to sign. It is never shown here: that an account has an address
   * does not prove whose it is.
   */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    const id: unknown = ctx.params.signer
    if (!isIdentifier('sig', id) || environmentOf(id) !== dashboard.environment)
      throw new NothingHere()
    const { email } = dashboard.user
    const { t } = phrasesOf(ctx)
    const isLive = dashboard.environment === 'live'
    const outcome = {
      back: `${dashboard.base}/home`,
      done: t(isLive ? 'home.link_sent' : 'home.link_in_sandbox', { email }),
      lately: { code: ReminderTooSoon.code, done: t('home.link_sent_lately', { email }) },
    }
    return flashOutcome(ctx, outcome, () =>
      submissionOf(ctx).change(id, () => remindOneself(id, email, dashboard.actor(ctx)))
    )
  }
}
