import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { phrasesOf } from '../language.js'
import { BulkSends } from '#app/templates/bulk/bulk_sends'
import { chosenMapping } from './chosen_mapping.js'
import { visibleBulkSend } from './visible_bulk_send.js'

export default class BulkColumnsController {
  /** POST /bulk-sends/:id/columns: what the columns mean. All rows are checked again. */
  async update(ctx: HttpContext) {
    const { id, row } = await visibleBulkSend(ctx)
    const back = `${ctx.dashboard.base}/bulk-sends/${id}`
    const done = phrasesOf(ctx).t('bulk_sends.checked_again')
    return flashOutcome(ctx, { back, done }, async () => {
      await BulkSends.map(id, (await chosenMapping(row, ctx.request.body())) ?? [])
    })
  }
}
