import type { HttpContext } from '@adonisjs/core/http'
import {
  actOn,
  isSoAlready,
  reachableDocument,
  type Asked,
} from '#app/documents/bulk_actions/document_act'
import ReminderTooSoon from '#app/documents/errors/reminder_too_soon'
import { isIdentifier } from '#app/foundation/identifier'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { isRefusal } from '#app/foundation/refusal'
import { faultOfText } from '#app/foundation/text_fault'
import { Submission } from '#app/front_door/bodies/submission'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { choiceOf } from '../list_query.js'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { selectedIds } from './selection.js'

const MAX_REASON = 1_000
const ACTIONS = {
  remind: { title: 'documents.reminders', done: 'documents.reminded' },
  void: { title: 'documents.voided_documents', done: 'documents.voided_one' },
  label: { title: 'labels.title', done: 'documents.labelled' },
  unlabel: { title: 'labels.title', done: 'documents.unlabelled' },
} as const satisfies Record<string, Record<'title' | 'done', DashboardKey>>

interface Result {
  id: string
  title: string
  isDone: boolean
  text: string
}

export default class SelectionsController {
  /** POST /documents/selected: one thing for several documents, each in a unit of its own, and what came of each. */
  async store(ctx: HttpContext) {
    const { dashboard, request } = ctx
    const phrases = phrasesOf(ctx)
    const body = request.body()
    const action = choiceOf(ACTIONS, body.action) || 'remind'
    const ids = selectedIds(ctx, body.ids)
    const label = isIdentifier('lbl', body.label) ? body.label : null
    const isOfLabel = action === 'label' || action === 'unlabel'
    const isLabelMissing = isOfLabel && !label
    if (ids.length === 0 || isLabelMissing) {
      const lacking = ids.length === 0 ? 'documents.tick_first' : 'documents.label_first'
      flash(ctx, 'danger', phrases.t(lacking))
      return ctx.response.redirect(`${dashboard.base}/documents`, false, 303)
    }
    const reason = typedText(body.reason)
    if (action === 'void') {
      const error = reason ? faultOfText(reason, MAX_REASON, phrases) : null
      if (error || !reason)
        return askReason(ctx, ids, { reason, error, isRefused: 'reason' in body })
    }
    const results: Result[] = []
    for (const id of ids) results.push(await this.#apply(ctx, id, { action, reason, label }))
    await readPage(ctx)
    return showPage(ctx, 'dashboard/documents/selected', {
      title: phrases.t(ACTIONS[action].title),
      results,
    })
  }

  async #apply(ctx: HttpContext, id: string, asked: Asked): Promise<Result> {
    const { action } = asked
    const { dashboard } = ctx
    const phrases = phrasesOf(ctx)
    let title = id
    try {
      const document = await reachableDocument(id, dashboard.documentsOf, 'change')
      if (!document) return { id, title, isDone: false, text: phrases.t('documents.absent') }
      title = document.title
      // each document has its own part of the form, so that one that was sent twice does what is left
      const { once } = ctx.request.body()
      const values = { once, ...asked, document: id }
      await Submission.of(ctx, dashboard.user.id, values).change(id, () =>
        actOn(document, asked, dashboard.actor(ctx))
      )
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error instanceof ReminderTooSoon)
        return { id, title, isDone: true, text: phrases.t('documents.reminded_lately') }
      if (!isSoAlready(asked, error))
        return { id, title, isDone: false, text: refusalIn(phrases, error) }
    }
    return { id, title, isDone: true, text: phrases.t(ACTIONS[action].done) }
  }
}

async function askReason(
  ctx: HttpContext,
  ids: readonly string[],
  { reason, error, isRefused }: { reason: string; error: string | null; isRefused: boolean }
) {
  await readPage(ctx)
  const missing = isRefused && !reason ? phrasesOf(ctx).t('documents.no_reason') : null
  const state = { ids, reason, error: error ?? missing }
  return showPage(ctx, 'dashboard/documents/void_selected', state, state.error ? 422 : 200)
}
