import type { HttpContext } from '@adonisjs/core/http'
import { copy } from '#app/documents/drafts/copy'
import { isRefusal } from '#app/foundation/refusal'
import { flash } from '#app/front_door/pages/flash'
import { sentence } from '#app/foundation/phrases/refusal_phrases'
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
      flash(ctx, 'success', 'This is a new draft of the same document.')
      return ctx.response.redirect(`${path}/${made?.id ?? document.id}`, false, 303)
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      flash(ctx, 'danger', sentence(error.message))
      return ctx.response.redirect(`${path}/${document.id}`, false, 303)
    }
  }
}
