import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { flash } from '#app/front_door/pages/flash'
import { isRefusal } from '#app/foundation/refusal'
import { sentence } from '#app/foundation/phrases/refusal_phrases'
import { showPage } from '../page.js'
import { actorOf } from '../signed_in.js'
import { Retry, type Recorded } from '#app/queue/stuck/retry'
import { StuckWork, TROUBLES, type Trouble } from '#app/queue/stuck/stuck_work'
import { workWords } from './work_words.js'

const OUTCOMES = {
  tried_again: { action: 'work.retried', outcome: 'It is being retried now.' },
  put_away: {
    action: 'work.put_away',
    outcome: 'It has been dismissed. The document stays unsealed.',
  },
} as const

const ID = /^[0-9a-z-]{1,64}$/

export default class StuckWorkController {
  /** GET /stuck */
  async index(ctx: HttpContext) {
    const { works, counts, overdue, lost } = await StuckWork.all()
    const groups = (Object.keys(TROUBLES) as Trouble[]).map((trouble) => ({
      trouble,
      title: TROUBLES[trouble],
      count: counts[trouble],
      works: works
        .filter((work) => work.trouble === trouble)
        .map((work) => ({ ...work, words: workWords(work.kind) })),
    }))
    return showPage(ctx, 'stuck/index', { groups, overdue, lost })
  }

  /** POST /stuck/retry {cell?, id} */
  async retry(ctx: HttpContext) {
    const { cell, id } = ctx.request.body()
    ctx.response.redirect('/stuck', false, 303)
    if (typeof id !== 'string' || !ID.test(id)) return
    const details = { workId: id, ...(typeof cell === 'string' && { cell }) }
    const record: Recorded = (done, trx) =>
      PlatformTrail.append({ action: OUTCOMES[done].action, actor: actorOf(ctx), details }, trx)
    try {
      const retried =
        typeof cell === 'string'
          ? await Retry.inCell(cell, id, { operatorId: ctx.operator.id, record })
          : await Retry.ofPlatform(id, record)
      if (!retried) return flash(ctx, 'warning', 'This work is already done, or running right now.')
      flash(ctx, 'success', OUTCOMES[retried].outcome)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return flash(ctx, 'danger', sentence(error.message))
    }
  }
}
