import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { isRefusal } from '#app/foundation/refusal'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { planOf, sentPlan, typedOf, type TypedPlan } from './reminder_plan_form.js'
import { isPlannable } from './reminder_line.js'
import { visibleDocument } from './visible_document.js'

export default class ReminderPlansController {
  /** GET /documents/:id/reminder-plan */
  async edit(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    if (!isPlannable(document)) throw new NothingHere()
    return form(ctx, document, typedOf(document.reminderPlan))
  }

  /** POST /documents/:id/reminder-plan */
  async update(ctx: HttpContext) {
    const { dashboard } = ctx
    const { document } = await visibleDocument(ctx)
    const typed = sentPlan(ctx.request.body())
    const plan = planOf(typed, phrasesOf(ctx))
    if (plan === undefined) return form(ctx, document, typed)
    try {
      await submissionOf(ctx).change(document.id, () =>
        document.planReminders(plan, dashboard.actor(ctx))
      )
      flash(ctx, 'success', phrasesOf(ctx).t('documents.reminders_settled'))
    } catch (error) {
      if (!isRefusal(error) || error.kind !== 'conflict') throw error
      flash(ctx, 'danger', refusalIn(phrasesOf(ctx), error)) // it has ended meanwhile
    }
    ctx.response.redirect(`${dashboard.base}/documents/${document.id}`, false, 303)
  }
}

function form(ctx: HttpContext, { id, title, status }: Document, typed: TypedPlan): Promise<void> {
  const { t } = phrasesOf(ctx)
  const hasErrors = Object.keys(typed.errors).length > 0
  const state = {
    subject: { title, word: t('common.document'), path: `/documents/${id}` },
    since: t(status === 'draft' ? 'documents.since_sending' : 'documents.since_sent'),
    ...typed,
  }
  return showPage(ctx, 'dashboard/documents/reminder_plan', state, hasErrors ? 422 : 200)
}
