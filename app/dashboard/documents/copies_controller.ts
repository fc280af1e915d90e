import type { HttpContext } from '@adonisjs/core/http'
import { copy } from '#app/documents/drafts/copy'
import { isRefusal } from '#app/foundation/refusal'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { phrasesOf } from '../language.js'
import { submissionOf } from '../submission_of.js'
import { visibleDocument } from './visible_document.js'

export default class CopiesController {
  /** POST /documents/:id/copies: a new draft of the same file for the same signers. */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const { document } = await visibleDocument(ctx)
    const path = `${dashboard.base}/documents`
    try {
      const by = dashboard.actor(ctx)
      const made = await submissionOf(ctx).run((keep) =>
        copy(document.id, { by, within: ({ id }) => keep({ id }) })
      )
      flash(ctx, 'success', phrasesOf(ctx).t('documents.copied'))
      return ctx.response.redirect(`${path}/${made?.id ?? document.id}`, false, 303)
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      flash(ctx, 'danger', refusalIn(phrasesOf(ctx), error))
      return ctx.response.redirect(`${path}/${document.id}`, false, 303)
    }
  }
}
