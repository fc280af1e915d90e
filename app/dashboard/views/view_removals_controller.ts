import type { HttpContext } from '@adonisjs/core/http'
import { SavedViews } from '#app/documents/views/saved_views'
import { flash } from '#app/front_door/pages/flash'
import { phrasesOf } from '../language.js'
import { submissionOf } from '../submission_of.js'
import { changeableView } from './view_reader.js'

export default class ViewRemovalsController {
  /** POST /views/:id/delete */
  async store(ctx: HttpContext) {
    const { dashboard, params, response } = ctx
    await submissionOf(ctx).change(String(params.id), async () => {
      const { id } = await changeableView(ctx)
      await SavedViews.remove(id)
    })
    flash(ctx, 'success', phrasesOf(ctx).t('views.deleted'))
    response.redirect(`${dashboard.base}/views`, false, 303)
  }
}
