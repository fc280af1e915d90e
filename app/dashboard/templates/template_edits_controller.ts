import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal } from '#app/foundation/refusal'
import { multipartForm } from '#app/front_door/bodies/multipart_form'
import { Submission } from '#app/front_door/bodies/submission'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type { Template } from '#app/templates/template'
import { Templates } from '#app/templates/templates'
import TemplateChanged from '#app/templates/errors/template_changed'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { TemplateForm } from './template_form.js'
import { templateOptions, templateViewer } from './template_options.js'
import { visibleTemplate } from './visible_template.js'
import { ROWS_LIMIT } from '../documents/rows_limit.js'

export default class TemplateEditsController {
  /** GET /templates/:id/edit, with `?version=` from what an earlier version says. */
  async edit(ctx: HttpContext) {
    const template = await visibleTemplate(ctx)
    ctx.dashboard.requireOpenAccount()
    if (template.isArchived) return backTo(ctx, template.id)
    return showForm(ctx, template, TemplateForm.ofTemplate(template, phrasesOf(ctx)))
  }

  /** POST /templates/:id, with `?version=` that of the file: saves a new version, unless somebody else has saved one meanwhile. */
  async update(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const template = await visibleTemplate(ctx)
    const { id, version: fileOf, content } = template
    const sent = await multipartForm(ctx.request, ROWS_LIMIT)
    const form = await TemplateForm.of(sent, phrasesOf(ctx), content.expiresInDays)
    const submission = Submission.of(ctx, dashboard.user.id, form.sent)
    const known = Number(form.sent.known)
    const by = dashboard.actor(ctx)
    try {
      const saved = await submission.run((keep) =>
        form.revise((input) =>
          Templates.save(id, input, { by, known, fileOf, within: () => keep({ id }) })
        )
      )
      if (!saved) return await showForm(ctx, template, form, 422)
      flash(ctx, 'success', phrasesOf(ctx).t('templates.done_saved'))
    } catch (error) {
      if (error instanceof TemplateChanged) return showForm(ctx, template, form, 409)
      if (!isRefusal(error) || error.kind !== 'conflict') throw error
      flash(ctx, 'danger', refusalIn(phrasesOf(ctx), error)) // archived while the form was open
    }
    return backTo(ctx, id)
  }
}

function backTo({ dashboard, response }: HttpContext, id: string): void {
  response.redirect(`${dashboard.base}/templates/${id}`, false, 303)
}

/** After a conflict the form carries the version that is the newest now: saving once more means it. */
function showForm(
  ctx: HttpContext,
  template: Template,
  form: TemplateForm,
  status = 200
): Promise<void> {
  const { id, content, version, newestVersion, isNewest } = template
  const state = {
    template: { id, title: content.title, version, newestVersion, isNewest },
    // what was refused is still of the version that the form was opened with
    known: status === 422 ? form.sent.known : newestVersion,
    hasConflict: status === 409,
    viewer: templateViewer(template, ctx.dashboard.base, phrasesOf(ctx)),
    ...templateOptions(ctx, form),
  }
  return showPage(ctx, 'dashboard/templates/edit', state, status)
}
