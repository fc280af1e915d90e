import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal } from '#app/foundation/refusal'
import { flash } from '#app/front_door/pages/flash'
import { phrasesOf } from '../language.js'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type { KeepOutcome } from '#app/front_door/bodies/submission'
import { templateOf } from '#app/templates/from_document'
import { Templates } from '#app/templates/templates'
import { visibleDocument } from '../documents/visible_document.js'
import { submissionOf } from '../submission_of.js'
import { visibleTemplate } from './visible_template.js'

interface Copying {
  /** The page that says why nothing was made. */
  back: string
  done: string
  /** Below the page of the template that was made. */
  then: '' | '/edit'
  make: (keep: KeepOutcome) => Promise<string>
}

export default class TemplateCopiesController {
  /** POST /templates/:id/copies */
  async store(ctx: HttpContext) {
    const template = await visibleTemplate(ctx)
    const by = ctx.dashboard.actor(ctx)
    return make(ctx, {
      back: `/templates/${template.id}`,
      done: phrasesOf(ctx).t('templates.done_copied'),
      then: '',
      make: (keep) => Templates.duplicate(template.id, { by, within: (id) => keep({ id }) }),
    })
  }

  /** POST /documents/:id/template: its signers become roles, which are named next. */
  async ofDocument(ctx: HttpContext) {
    const { document } = await visibleDocument(ctx)
    const by = ctx.dashboard.actor(ctx)
    return make(ctx, {
      back: `/documents/${document.id}`,
      done: phrasesOf(ctx).t('templates.done_made'),
      then: '/edit',
      make: (keep) => templateOf(document.id, { by, within: (id) => keep({ id }) }),
    })
  }
}

async function make(ctx: HttpContext, { back, done, then, make: effect }: Copying): Promise<void> {
  const { dashboard, response } = ctx
  dashboard.requireOpenAccount()
  try {
    const made = await submissionOf(ctx).run(effect)
    flash(ctx, 'success', done)
    response.redirect(
      `${dashboard.base}${made ? `/templates/${made.id}${then}` : back}`,
      false,
      303
    )
  } catch (error) {
    if (!isRefusal(error) || error.kind === 'absent') throw error
    flash(ctx, 'danger', refusalIn(phrasesOf(ctx), error))
    response.redirect(`${dashboard.base}${back}`, false, 303)
  }
}
