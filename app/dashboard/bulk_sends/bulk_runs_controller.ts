import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal } from '#app/foundation/refusal'
import { flash } from '#app/front_door/pages/flash'
import { flashOutcome } from '../flash_outcome.js'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import BulkRowsRefused from '#app/templates/errors/bulk_rows_refused'
import { phrasesOf } from '../language.js'
import { submissionOf } from '../submission_of.js'
import { showBulkSend } from './bulk_sends_controller.js'
import { chosenMapping } from './chosen_mapping.js'
import { visibleBulkSend } from './visible_bulk_send.js'

export default class BulkRunsController {
  /** POST /bulk-sends/:id/send */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    dashboard.requireOpenAccount()
    const { id, row, status } = await visibleBulkSend(ctx)
    const phrases = phrasesOf(ctx)
    const isLeavingOut = ctx.request.body().leaveOut === 'yes'
    try {
      const mapping = status === 'draft' ? await chosenMapping(row, ctx.request.body()) : null
      if (mapping && mapping.join('\n') !== row.mapping?.join('\n')) {
        await BulkSends.map(id, mapping)
        return await showBulkSend(ctx, { error: phrases.t('bulk_sends.checked_anew') }, 422)
      }
      await submissionOf(ctx).change(id, () =>
        BulkSends.begin(id, dashboard.actor(ctx), { isLeavingOut })
      )
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      const said =
        error instanceof BulkRowsRefused
          ? phrases.t('bulk_sends.must_leave_out')
          : refusalIn(phrases, error)
      return showBulkSend(ctx, { error: said }, 422)
    }
    flash(ctx, 'success', phrases.t('bulk_sends.under_way'))
    ctx.response.redirect(`${dashboard.base}/bulk-sends/${id}`, false, 303)
  }

  /** POST /bulk-sends/:id/pause */
  async pause(ctx: HttpContext) {
    const { id } = await visibleBulkSend(ctx)
    const done = phrasesOf(ctx).t('bulk_sends.is_paused')
    return flashOutcome(ctx, { back: pageOf(ctx, id), done }, () =>
      submissionOf(ctx).change(id, () => BulkSends.pause(id))
    )
  }

  /** POST /bulk-sends/:id/resume: from now on in the name of who resumes it. */
  async resume(ctx: HttpContext) {
    ctx.dashboard.requireOpenAccount()
    const { id } = await visibleBulkSend(ctx)
    return flashOutcome(
      ctx,
      { back: pageOf(ctx, id), done: phrasesOf(ctx).t('bulk_sends.goes_on') },
      () => submissionOf(ctx).change(id, () => BulkSends.resume(id, ctx.dashboard.actor(ctx)))
    )
  }
}

function pageOf({ dashboard }: HttpContext, id: string): string {
  return `${dashboard.base}/bulk-sends/${id}`
}
