import type { HttpContext } from '@adonisjs/core/http'
import { BulkActions } from '#app/documents/bulk_actions/bulk_action'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { submissionOf } from '../submission_of.js'
import { ownBulkAction } from './own_bulk_action.js'

export default class BulkActionStopsController {
  /** POST /bulk-actions/:id/stop: what was done stays done. */
  async store(ctx: HttpContext) {
    const { id } = await ownBulkAction(ctx)
    const outcome = {
      back: `${ctx.dashboard.base}/bulk-actions/${id}`,
      done: phrasesOf(ctx).t('bulk_actions.is_stopped'),
    }
    return flashOutcome(ctx, outcome, () =>
      submissionOf(ctx).change(id, () => BulkActions.stop(id))
    )
  }
}
