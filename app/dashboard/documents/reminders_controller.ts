import type { HttpContext } from '@adonisjs/core/http'
import ReminderTooSoon from '#app/documents/errors/reminder_too_soon'
import { flashOutcome } from '../flash_outcome.js'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { submissionOf } from '../submission_of.js'
import { visibleDocument } from './visible_document.js'

export default class RemindersController {
  /** POST /documents/:id/reminders */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    const { document } = await visibleDocument(ctx)
    const outcome = {
      back: `${dashboard.base}/documents/${document.id}`,
      done: phrasesOf(ctx).t('documents.reminded'),
      lately: remindedLately(ctx),
    }
    return flashOutcome(ctx, outcome, () =>
      submissionOf(ctx).change(document.id, () => document.remind(dashboard.actor(ctx)))
    )
  }

  /** POST /documents/:id/signers/:signer/reminders */
  async storeOne(ctx: HttpContext) {
    const { dashboard, params } = ctx
    const { document } = await visibleDocument(ctx)
    const signer = document.signers.find(({ id }) => id === params.signer)
    if (!signer) throw new NothingHere()
    const outcome = {
      back: `${dashboard.base}/documents/${document.id}`,
      done: phrasesOf(ctx).t('documents.reminded_one', { name: signer.name }),
      lately: remindedLately(ctx),
    }
    return flashOutcome(ctx, outcome, () =>
      submissionOf(ctx).change(document.id, () => document.remind(dashboard.actor(ctx), signer.id))
    )
  }
}

/** They have been reminded, by whom is all the same. */
function remindedLately(ctx: HttpContext) {
  return { code: ReminderTooSoon.code, done: phrasesOf(ctx).t('documents.reminded_lately') }
}
