import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { dependentsOf } from '#app/templates/template_dependents'
import { Templates } from '#app/templates/templates'
import NothingHere from '../errors/nothing_here.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { requireHeld, visibleTemplate } from './visible_template.js'

export default class TemplateDeletionsController {
  /** GET /templates/:id/delete */
  async create(ctx: HttpContext) {
    const found = await visibleTemplate(ctx)
    const { id, content, isArchived } = found
    if (!isArchived) throw new NothingHere()
    requireHeld(ctx, found)
    const template = { id, title: content.title }
    const [[dependents]] = await CurrentTenant.batch([dependentsOf(id)])
    return showPage(ctx, 'dashboard/templates/delete', { template, dependents })
  }

  /** POST /templates/:id/delete */
  async store(ctx: HttpContext) {
    const { base } = ctx.dashboard
    const submission = submissionOf(ctx)
    const outcome = { back: `${base}/templates`, done: phrasesOf(ctx).t('templates.done_deleted') }
    const template = await submission.subject(() => visibleTemplate(ctx))
    if (!template) return flashOutcome(ctx, outcome, async () => {})
    requireHeld(ctx, template)
    const { id, isArchived } = template
    const back = isArchived ? outcome.back : `${outcome.back}/${id}`
    return flashOutcome(ctx, { ...outcome, back }, () =>
      submission.change(id, () => Templates.remove(id))
    )
  }
}
