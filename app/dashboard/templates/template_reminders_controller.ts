import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import type { Template } from '#app/templates/template'
import { Templates } from '#app/templates/templates'
import { phrasesOf } from '../language.js'
import { planOf, sentPlan, typedOf, type TypedPlan } from '../documents/reminder_plan_form.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { visibleTemplate } from './visible_template.js'

export default class TemplateRemindersController {
  /** GET /templates/:id/reminder-plan */
  async edit(ctx: HttpContext) {
    const template = await visibleTemplate(ctx)
    return form(ctx, template, typedOf(template.content.reminders ?? null))
  }

  /** POST /templates/:id/reminder-plan: another version of the template. */
  async update(ctx: HttpContext) {
    const { dashboard } = ctx
    const template = await visibleTemplate(ctx)
    const typed = sentPlan(ctx.request.body())
    const plan = planOf(typed, phrasesOf(ctx))
    if (plan === undefined) return form(ctx, template, typed)
    const { id } = template
    const done = phrasesOf(ctx).t('templates.done_reminders')
    return flashOutcome(ctx, { back: `${dashboard.base}/templates/${id}`, done }, () =>
      submissionOf(ctx).change(id, () => Templates.planReminders(id, plan, dashboard.actor(ctx)))
    )
  }
}

function form(ctx: HttpContext, { id, content }: Template, typed: TypedPlan): Promise<void> {
  const { t } = phrasesOf(ctx)
  const hasErrors = Object.keys(typed.errors).length > 0
  const state = {
    subject: { title: content.title, word: t('templates.template'), path: `/templates/${id}` },
    since: t('templates.since_sent'),
    ...typed,
  }
  return showPage(ctx, 'dashboard/documents/reminder_plan', state, hasErrors ? 422 : 200)
}
