import type { HttpContext } from '@adonisjs/core/http'
import type Document from '#app/documents/document'
import { isRefusal } from '#app/foundation/refusal'
import { flash } from '#app/front_door/pages/flash'
import { sentence } from '#app/foundation/phrases/refusal_phrases'
import NothingHere from '../errors/nothing_here.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { planOf, sentPlan, typedOf, type TypedPlan } from './reminder_plan_form.js'
import { isPlannable } from './reminder_line.js'
import { visibleDocument } from './visible_document.js'

/** What the first days are counted from. */
const SINCE = {
  draft: 'Counted from the day it is sent.',
  sent: 'Counted from the day it was sent. If that day is over: tomorrow.',
} as const

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
    const plan = planOf(typed)
    if (plan === undefined) return form(ctx, document, typed)
    try {
      await submissionOf(ctx).change(document.id, () =>
        document.planReminders(plan, dashboard.actor(ctx))
      )
      flash(ctx, 'success', 'The reminders are settled.')
    } catch (error) {
      if (!isRefusal(error) || error.kind !== 'conflict') throw error
      flash(ctx, 'danger', sentence(error.message)) // it has ended meanwhile
    }
    ctx.response.redirect(`${dashboard.base}/documents/${document.id}`, false, 303)
  }
}

function form(ctx: HttpContext, { id, title, status }: Document, typed: TypedPlan): Promise<void> {
  const hasErrors = Object.keys(typed.errors).length > 0
  const state = {
    subject: { title, word: 'Document', path: `/documents/${id}` },
    since: status === 'draft' ? SINCE.draft : SINCE.sent,
    ...typed,
  }
  return showPage(ctx, 'dashboard/documents/reminder_plan', state, hasErrors ? 422 : 200)
}
