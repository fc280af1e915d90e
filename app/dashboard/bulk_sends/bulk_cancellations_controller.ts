import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
import { bulkView } from './bulk_view.js'
import { visibleBulkSend } from './visible_bulk_send.js'

export default class BulkCancellationsController {
  /** GET /bulk-sends/:id/cancel */
  async create(ctx: HttpContext) {
    const bulk = await visibleBulkSend(ctx)
    if (bulk.isOver)
      return ctx.response.redirect(`${ctx.dashboard.base}/bulk-sends/${bulk.id}`, false, 303)
    return showPage(ctx, 'dashboard/bulk_sends/cancel', { bulk: bulkView(bulk, phrasesOf(ctx)) })
  }

  /** POST /bulk-sends/:id/cancel: what waits is not sent; a draft goes. */
  async store(ctx: HttpContext) {
    const { base } = ctx.dashboard
    const submission = submissionOf(ctx)
    if (await submission.earlier()) return ctx.response.redirect(`${base}/bulk-sends`, false, 303)
    const { id, status } = await visibleBulkSend(ctx)
    const { t } = phrasesOf(ctx)
    const outcome =
      status === 'draft'
        ? { back: `${base}/bulk-sends`, done: t('bulk_sends.discarded') }
        : { back: `${base}/bulk-sends/${id}`, done: t('bulk_sends.cancelled') }
    return flashOutcome(ctx, outcome, () => submission.change(id, () => BulkSends.cancel(id)))
  }
}
